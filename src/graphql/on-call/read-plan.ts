import type { Prisma } from "../../postgres.ts"
import { readContacts } from "../contact/read.ts"
import type { CalendarPerson } from "./calendar-event.ts"
import { whoIsMeant } from "./calendar-event.ts"
import type { Duty, Policy, Target } from "./policy.ts"
import type { Calendar, HandOver, Layer, Restriction, Rotation } from "./rotation.ts"
import { longestDays } from "./rotation.ts"

/** Everything that the rules need to know of a project, read at one time. */
export type Plan = Duty & {
  projectId: string
  /** By name. */
  policies: Policy[]
  /** Of people, former members among them, teams, policies, rotations and rooms, by id. */
  names: ReadonlyMap<string, string>
}

type Db = Pick<
  Prisma.TransactionClient,
  "member" | "team" | "rotation" | "onCallPolicy" | "channel" | "contactRules"
>

type Wanted = {
  projectId: string
  /** Overrides are read for these times and for a year around them. */
  from: Date
  until: Date
  /** All of the project where absent. */
  policies?: Prisma.OnCallPolicyWhereInput
  rotations?: Prisma.RotationWhereInput
}

const nobody = { id: { in: [] } }
/** For whoever needs only rotations. */
export const noPolicies: Prisma.OnCallPolicyWhereInput = nobody

export async function readPlan(db: Db, wanted: Wanted): Promise<Plan> {
  const { projectId, policies = {}, rotations = {} } = wanted
  // One after the other: a transaction has one connection.
  const people = await db.member.findMany({
    where: { projectId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { userId: true, role: true, user: { select: { name: true, email: true } } },
  })
  const teams = await db.team.findMany({
    where: { projectId },
    select: {
      id: true,
      name: true,
      members: { select: { member: { select: { userId: true } } } },
    },
  })
  const policyRows = await db.onCallPolicy.findMany({
    where: { ...policies, projectId },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    include: {
      rules: {
        orderBy: { order: "asc" },
        include: { targets: { orderBy: { order: "asc" }, include: { user: named } } },
      },
    },
  })
  const rotationRows = await db.rotation.findMany({
    where: { ...rotations, projectId },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    include: parts(wanted),
  })
  const roomRows = await db.channel.findMany({
    where: { projectId },
    select: { id: true, kind: true, name: true, enabled: true, verifiedAt: true },
  })
  const members = new Set(people.map(({ userId }) => userId))
  const known = people.map(({ userId, user }) => ({ userId, ...user }))
  const targets = policyRows.flatMap(({ rules }) => rules.flatMap((rule) => rule.targets))
  const users = [
    ...targets.map(({ user }) => user),
    ...rotationRows.flatMap(({ layers, overrides }) => [
      ...layers.flatMap(({ participants }) => participants.map(({ user }) => user)),
      ...overrides.map(({ user }) => user),
    ]),
  ]
  return {
    projectId,
    members,
    keepers: people.flatMap(({ userId, role }) =>
      role === "owner" || role === "admin" ? [userId] : [],
    ),
    contacts: await readContacts(db, [...members]),
    rooms: new Map(
      roomRows.map(({ id, kind, enabled, verifiedAt }) => [
        id,
        { kind, isUsable: enabled && verifiedAt !== null },
      ]),
    ),
    names: new Map([
      ...users.flatMap((user) => (user === null ? [] : [[user.id, user.name] as const])),
      ...people.map(({ userId, user }) => [userId, user.name] as const),
      ...[...teams, ...policyRows, ...rotationRows, ...roomRows].map(
        ({ id, name }) => [id, name] as const,
      ),
    ]),
    teams: new Map(
      teams.map(({ id, members }) => [id, members.map(({ member }) => member.userId).toSorted()]),
    ),
    policies: policyRows.map(toPolicy),
    rotations: new Map(rotationRows.map((row) => [row.id, toRotation(row, members, known)])),
  }
}

/** One rotation, with everybody's names. */
export async function readRotation(
  db: Db,
  { id, projectId }: { id: string; projectId: string },
  from: Date,
  until: Date,
): Promise<{ rotation: Rotation; plan: Plan } | null> {
  const plan = await readPlan(db, {
    projectId,
    from,
    until,
    policies: noPolicies,
    rotations: { id },
  })
  const rotation = plan.rotations.get(id)
  return rotation === undefined ? null : { rotation, plan }
}

const named = { select: { id: true, name: true } } as const
const dayMs = 86_400_000

const parts = ({ from, until }: Wanted) =>
  ({
    layers: {
      orderBy: { order: "asc" },
      include: {
        participants: { orderBy: { order: "asc" }, include: { user: named } },
        restrictions: { orderBy: { order: "asc" } },
      },
    },
    overrides: {
      where: {
        endsAt: { gt: new Date(from.getTime() - (longestDays + 1) * dayMs) },
        startsAt: { lt: new Date(until.getTime() + (longestDays + 1) * dayMs) },
      },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      include: { user: named },
    },
    calendar: {
      include: {
        events: {
          where: {
            endsAt: { gt: new Date(from.getTime() - (longestDays + 1) * dayMs) },
            startsAt: { lt: new Date(until.getTime() + (longestDays + 1) * dayMs) },
          },
          orderBy: { order: "asc" },
        },
      },
    },
  }) as const satisfies Prisma.RotationInclude

type RotationRow = Prisma.RotationGetPayload<{ include: ReturnType<typeof parts> }>
type LayerRow = RotationRow["layers"][number]
type PolicyRow = Prisma.OnCallPolicyGetPayload<{
  include: { rules: { include: { targets: true } } }
}>

function toRotation(
  row: RotationRow,
  members: ReadonlySet<string>,
  known: CalendarPerson[],
): Rotation {
  const { id, name, timeZone, overrides, layers } = row
  const calendar = row.calendar && toCalendar(row.calendar, known)
  return { id, name, timeZone, members, overrides, calendar, layers: layers.map(toLayer) }
}

function toCalendar(
  { id, events, fetchedAt, lastError }: NonNullable<RotationRow["calendar"]>,
  known: CalendarPerson[],
): Calendar {
  const read = events.map((event) => ({ ...event, userId: whoIsMeant(event, known) }))
  return {
    id,
    fetchedAt,
    lastError,
    shifts: read.flatMap(({ userId, ...event }) => (userId === null ? [] : [{ ...event, userId }])),
    unnamed: read.filter(({ userId }) => userId === null),
  }
}

const toLayer = (row: LayerRow): Layer => ({
  id: row.id,
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  handOver: handOverOf(row),
  participants: row.participants.map(({ userId }) => userId),
  restrictions: row.restrictions.map(restrictionOf),
})

/** The columns of a hand-over, as the rules name it. */
function handOverOf(
  row: Pick<LayerRow, "handOverUnit" | "handOverEvery" | "handOverMinute" | "handOverWeekday">,
): HandOver {
  const { handOverUnit: unit, handOverEvery: every } = row
  const minute = row.handOverMinute ?? 0
  if (unit === "hours") return { unit, every }
  if (unit === "days") return { unit, every, minute }
  return { unit, every, minute, weekday: row.handOverWeekday ?? 1 }
}

type RestrictionRow = LayerRow["restrictions"][number]

function restrictionOf(row: RestrictionRow): Restriction {
  const { startWeekday, endWeekday, startMinute, endMinute } = row
  if (startWeekday === null || endWeekday === null) return { kind: "daily", startMinute, endMinute }
  return { kind: "weekly", startWeekday, startMinute, endWeekday, endMinute }
}

const toPolicy = (row: PolicyRow): Policy => ({
  id: row.id,
  name: row.name,
  repeatCount: row.repeatCount,
  repeatDelayMinutes: row.repeatDelayMinutes,
  rules: row.rules.map(({ id, order, delayMinutes, targets }) => ({
    id,
    order,
    delayMinutes,
    targets: targets.map(targetOf),
  })),
})

type TargetRow = PolicyRow["rules"][number]["targets"][number]

/** The column that its kind names. */
export function targetOf({ kind, userId, teamId, rotationId, channelId }: TargetRow): Target {
  switch (kind) {
    case "user":
      return { kind, userId }
    case "team":
      return { kind, teamId }
    case "rotation":
      return { kind, rotationId }
    case "channel":
      return { kind, channelId }
  }
}
