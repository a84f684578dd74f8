import { z } from "zod"
import type { Services } from "../../../platform/services.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid, notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { reader } from "../../kernel/transaction.ts"
import { moment } from "../on-call-fields.ts"
import { zoneOf, type Zone } from "../rules/time-zone.ts"
import { readPlan, type Plan } from "../schedule/read-plan.ts"
import type { Span } from "../schedule/rules/shift-spans.ts"
import { shiftsOf } from "../schedule/rules/shifts.ts"
import {
  dutyFigures,
  pageFigures,
  pagesByHour,
  responseFigures,
  type DutyFigures,
  type PageFigures,
  type PageOf,
  type ResponseFigures,
} from "./rules/on-call-figures.ts"

const longestDays = 366
const dayMs = 86_400_000
const mostPages = 200_000

const input = z.object({ from: moment, to: moment, policyId: id.nullish(), teamId: id.nullish() })
export type ReportWanted = z.input<typeof input>

/** A shift that was, cut at the edges of the window. */
export type ReportShift = Span & {
  userId: string
  name: string
  rotationId: string
  rotationName: string
  zone: Zone
}

export type ReportPerson = PageFigures &
  DutyFigures & {
    userId: string
    name: string
    timeZone: string
    /** Without overrides and swaps. */
    plannedMs: number
  }

export type RotationShare = DutyFigures & {
  userId: string
  name: string
  plannedMs: number
  /** What each person would have if all had the same. */
  evenMs: number
}

export type ReportRotation = { id: string; name: string; people: RotationShare[] }

export type OnCallReport = ResponseFigures & {
  from: Date
  to: Date
  pages: number
  nightPages: number
  interruptions: number
  nightsWoken: number
  byHour: number[]
  /** Those with most pages first. */
  people: ReportPerson[]
  rotations: ReportRotation[]
  shifts: ReportShift[]
}

type Needed = Pick<Services, "database" | "bus" | "clock">
type Row = PageOf & {
  alertId: string
  createdAt: number
  acknowledgedAt: number | null
  resolvedAt: number | null
}

/** Pages that were sent at once. A digest interrupts nobody. */
const pagesText = `
  select p.user_id as "userId", p.alert_id as "alertId",
         extract(epoch from p.created_at)::float8 * 1000 as at,
         extract(epoch from a.created_at)::float8 * 1000 as "createdAt",
         extract(epoch from a.acknowledged_at)::float8 * 1000 as "acknowledgedAt",
         extract(epoch from a.resolved_at)::float8 * 1000 as "resolvedAt"
    from page p join alert a on a.id = p.alert_id
    left join escalation e on e.alert_id = a.id
   where p.project_id = $1 and p.created_at >= $2 and p.created_at < $3
     and p.user_id is not null and p.digest_at is null and p.digest_id is null
     and ($4::uuid is null or e.policy_id = $4)
     and ($5::uuid[] is null or p.user_id = any($5))
   order by p.created_at, p.id limit ${mostPages}`

/** @throws {DomainError} not_found, validation_failed, and what `access.require` throws. */
export async function openOnCallReport(
  ctx: Context,
  projectId: string,
  wanted: ReportWanted,
): Promise<OnCallReport> {
  await ctx.access.require(projectId, "on_call:read")
  await ctx.access.require(projectId, "alerts:read")
  return readOnCallReport(ctx, projectId, wanted)
}

/** Who was paged and on call in a span of the past. The caller has checked permissions. */
export async function readOnCallReport(
  services: Needed,
  projectId: string,
  wanted: ReportWanted,
): Promise<OnCallReport> {
  const { policyId = null, teamId = null, ...given } = parse(input, wanted)
  const { from, to } = pastSpan(given, services.clock.now())
  const { pool, prisma } = services.database
  const project = await prisma.project.findUnique({ where: { id: projectId } })
  if (project === null) throw notFound("project")
  const tx = reader(services)
  const plan = await readPlan(tx, {
    projectId,
    from,
    until: to,
    policies: policyId === null ? "none" : { id: policyId },
    rotations: policyId === null ? "all" : "named",
  })
  const team = teamId === null ? null : plan.teams.get(teamId)
  if (team === undefined) throw notFound("team")
  if (policyId !== null && plan.policies.length === 0) throw notFound("policy")
  const { rows } = await pool.query<Row>({
    name: "pages-of-on-call-report",
    text: pagesText,
    values: [projectId, from.toISOString(), to.toISOString(), policyId, team],
  })
  const known = await readPeople(services, project.timeZone, [
    ...plan.names.keys(),
    ...rows.map(({ userId }) => userId),
  ])
  const isWanted = (userId: string) => team === null || team.includes(userId)
  const { real, planned } = shiftsIn(plan, from, to, known, isWanted)
  return figuresOf({ from, to, rows, known, real, planned })
}

/** A span of the past; a future end is drawn back to now. */
function pastSpan({ from, to }: { from: Date; to: Date }, now: Date) {
  if (to <= from) throw invalid("#/to", "must be later than from")
  if (from >= now) throw invalid("#/from", "must be in the past")
  if (to.getTime() - from.getTime() > longestDays * dayMs) {
    throw invalid("#/to", `must be at most ${longestDays} days after from`)
  }
  return { from, to: to > now ? now : to }
}

type Known = ReadonlyMap<string, { name: string; timeZone: string; zone: Zone }>

async function readPeople(
  { database: { prisma } }: Needed,
  projectZone: string,
  ids: string[],
): Promise<Known> {
  const users = await prisma.user.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, name: true, timeZone: true },
  })
  return new Map(
    users.map(({ id, name, timeZone }) => {
      const own = timeZone ?? projectZone
      return [id, { name, timeZone: own, zone: zoneOf(own) }]
    }),
  )
}

function shiftsIn(
  plan: Plan,
  from: Date,
  to: Date,
  known: Known,
  isWanted: (userId: string) => boolean,
) {
  const read = (isPlanned: boolean) =>
    [...plan.rotations.values()].flatMap((rotation): ReportShift[] => {
      // People who left since then had their shifts.
      const members = new Set(plan.names.keys())
      const overrides = isPlanned ? [] : rotation.overrides
      return shiftsOf({ ...rotation, members, overrides }, from, to).flatMap((shift) => {
        if (shift.kind === "gap" || !isWanted(shift.userId)) return []
        const person = known.get(shift.userId)
        if (person === undefined) return []
        const span = { from: shift.from.getTime(), until: shift.until.getTime() }
        const named = { rotationId: rotation.id, rotationName: rotation.name }
        return [{ ...span, ...named, userId: shift.userId, name: person.name, zone: person.zone }]
      })
    })
  return { real: read(false), planned: read(true) }
}

type Read = {
  from: Date
  to: Date
  rows: Row[]
  known: Known
  real: ReportShift[]
  planned: ReportShift[]
}

function figuresOf({ from, to, rows, known, real, planned }: Read): OnCallReport {
  const zoneOfUser = (userId: string) => known.get(userId)?.zone ?? zoneOf("UTC")
  const paged = Map.groupBy(rows, ({ userId }) => userId)
  const onDuty = Map.groupBy(real, ({ userId }) => userId)
  const onPlan = Map.groupBy(planned, ({ userId }) => userId)
  const ids = new Set([...paged.keys(), ...onDuty.keys(), ...onPlan.keys()])
  const people = [...ids].flatMap((userId): ReportPerson[] => {
    const person = known.get(userId)
    if (person === undefined) return []
    const { name, timeZone, zone } = person
    return [
      {
        userId,
        name,
        timeZone,
        ...pageFigures(
          (paged.get(userId) ?? []).map(({ at }) => at),
          zone,
        ),
        ...dutyFigures(onDuty.get(userId) ?? [], zone),
        plannedMs: dutyFigures(onPlan.get(userId) ?? [], zone).ms,
      },
    ]
  })
  const sum = (of: (person: ReportPerson) => number) =>
    people.reduce((all, person) => all + of(person), 0)
  const alerts = new Map(rows.map((row) => [row.alertId, row]))
  return {
    from,
    to,
    ...responseFigures([...alerts.values()]),
    pages: rows.length,
    nightPages: sum(({ nightPages }) => nightPages),
    interruptions: sum(({ interruptions }) => interruptions),
    nightsWoken: sum(({ nightsWoken }) => nightsWoken),
    byHour: pagesByHour(rows, zoneOfUser),
    people: people.toSorted(
      (one, other) => other.pages - one.pages || one.name.localeCompare(other.name),
    ),
    rotations: sharesOf(real, planned),
    shifts: real.toSorted((one, other) => one.from - other.from),
  }
}

/** How the hours of each rotation were divided. */
function sharesOf(real: ReportShift[], planned: ReportShift[]): ReportRotation[] {
  const all = Map.groupBy([...real, ...planned], ({ rotationId }) => rotationId)
  return [...all].flatMap(([id, shifts]): ReportRotation[] => {
    const mine = real.filter(({ rotationId }) => rotationId === id)
    const total = mine.reduce((ms, { from, until }) => ms + until - from, 0)
    const people = new Map(shifts.map((shift) => [shift.userId, shift]))
    const ofUser = (some: ReportShift[], userId: string) =>
      some.filter((shift) => shift.rotationId === id && shift.userId === userId)
    return [
      {
        id,
        name: shifts[0]?.rotationName ?? "",
        people: [...people.values()]
          .map(({ userId, name, zone }) => ({
            userId,
            name,
            ...dutyFigures(ofUser(real, userId), zone),
            plannedMs: dutyFigures(ofUser(planned, userId), zone).ms,
            evenMs: total / people.size,
          }))
          .toSorted((one, other) => other.ms - one.ms || one.name.localeCompare(other.name)),
      },
    ]
  })
}
