import { readFindings } from "../../../findings/finding.ts"
import { toContacts } from "../contact/read-contacts.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import { matchMember, type CalendarPerson } from "./rules/calendar-event.ts"
import {
  planRow,
  type LayerRow,
  type PlanRow,
  type PolicyRow,
  type RestrictionRow,
  type RotationRow,
  type TargetRow,
} from "./plan-rows.ts"
import type { Duty, Policy, Target } from "./rules/policy-limits.ts"
import {
  longestDays,
  type Calendar,
  type HandOver,
  type Layer,
  type Restriction,
  type Rotation,
} from "./rules/rotation-rules.ts"

/** A project's on-call data, read in one snapshot. */
export type Plan = Duty & {
  projectId: string
  /** By name. */
  policies: Policy[]
  /** Names by id: people (including former members), teams, policies, rotations and channels. */
  names: ReadonlyMap<string, string>
}

type Wanted = {
  projectId: string
  /** Overrides are read for this window and a year around it. */
  from: Date
  until: Date
  /** Defaults to all. */
  policies?: "all" | "default" | "none" | { id: string }
  /** Defaults to all; `named` means those that the policies use. */
  rotations?: "all" | "named" | { id: string }
}

/** Read the plan in one statement, which gives one consistent snapshot. */
export async function readPlan(
  tx: Pick<SqlTransaction, "query">,
  { projectId, from, until, policies = "all", rotations = "all" }: Wanted,
): Promise<Plan> {
  const [row] = await tx.query<PlanRow>({
    ...planRow,
    values: [
      projectId,
      typeof policies === "string" ? policies : policies.id,
      typeof rotations === "string" ? rotations : rotations.id,
      new Date(from.getTime() - longestMs),
      new Date(until.getTime() + longestMs),
    ],
  })
  if (row === undefined) throw new Error("The plan statement returned no row")
  return planOf(projectId, row)
}

function planOf(projectId: string, row: PlanRow): Plan {
  const { people, teams, policies, rotations, channels, named, contacts } = row
  const members = new Set(people.map(({ userId }) => userId))
  return {
    projectId,
    members,
    admins: people.flatMap(({ userId, role }) =>
      role === "owner" || role === "admin" ? [userId] : [],
    ),
    contacts: toContacts(contacts),
    channels: new Map(channels.map(({ id, kind, isUsable }) => [id, { kind, isUsable }])),
    names: new Map([
      ...named.map(({ id, name }) => [id, name] as const),
      ...people.map(({ userId, name }) => [userId, name] as const),
      ...[...teams, ...policies, ...rotations, ...channels].map(
        ({ id, name }) => [id, name] as const,
      ),
    ]),
    teams: new Map(teams.map(({ id, userIds }) => [id, userIds])),
    policies: policies.map(toPolicy),
    rotations: new Map(rotations.map((one) => [one.id, toRotation(one, members, people)])),
  }
}

/** Read one rotation and the names of its people. */
export async function readRotation(
  tx: Pick<SqlTransaction, "query">,
  { id, projectId }: { id: string; projectId: string },
  from: Date,
  until: Date,
): Promise<{ rotation: Rotation; plan: Plan } | null> {
  const plan = await readPlan(tx, {
    projectId,
    from,
    until,
    policies: "none",
    rotations: { id },
  })
  const rotation = plan.rotations.get(id)
  return rotation === undefined ? null : { rotation, plan }
}

const longestMs = (longestDays + 1) * 86_400_000

function toRotation(
  row: RotationRow,
  members: ReadonlySet<string>,
  known: CalendarPerson[],
): Rotation {
  const { id, name, timeZone } = row
  const overrides = row.overrides.map(withDates)
  const calendar = row.calendar && toCalendar(row.calendar, known)
  return { id, name, timeZone, members, overrides, calendar, layers: row.layers.map(toLayer) }
}

function toCalendar(
  { id, events, fetchedAt, lastError, lastFindings }: NonNullable<RotationRow["calendar"]>,
  known: CalendarPerson[],
): Calendar {
  const read = events.map((event) => ({ ...withDates(event), userId: matchMember(event, known) }))
  return {
    id,
    fetchedAt: fetchedAt === null ? null : new Date(fetchedAt),
    fault: readFindings(lastFindings, lastError),
    shifts: read.flatMap(({ userId, ...event }) => (userId === null ? [] : [{ ...event, userId }])),
    unnamed: read.filter(({ userId }) => userId === null),
  }
}

const withDates = <T extends { startsAt: string; endsAt: string }>(span: T) => ({
  ...span,
  startsAt: new Date(span.startsAt),
  endsAt: new Date(span.endsAt),
})

const toLayer = (row: LayerRow): Layer => ({
  id: row.id,
  startsAt: new Date(row.startsAt),
  endsAt: row.endsAt === null ? null : new Date(row.endsAt),
  handOver: handOverOf(row),
  participants: row.participants,
  restrictions: row.restrictions.map(restrictionOf),
})

function handOverOf(
  row: Pick<LayerRow, "handOverUnit" | "handOverEvery" | "handOverMinute" | "handOverWeekday">,
): HandOver {
  const { handOverUnit: unit, handOverEvery: every } = row
  const minute = row.handOverMinute ?? 0
  if (unit === "hours") return { unit, every }
  if (unit === "days") return { unit, every, minute }
  return { unit, every, minute, weekday: row.handOverWeekday ?? 1 }
}

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
