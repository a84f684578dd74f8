import type { Services } from "../../platform/services.ts"
import {
  downMs,
  excludedMs,
  lifeOf,
  timesOfSpans,
  upMs,
} from "../monitoring/check/rules/uptime-sql.ts"
import { nothing, type Counts } from "./rules/budget.ts"
import type { Step } from "./rules/budget-points.ts"

type Needs = Pick<Services, "database">
type Row = { place: number } & Counts

const hourMs = 3_600_000

/** As uptime counts: degraded is up, and unknown time, maintenance and what corrections exclude are left out. */
const counted = `${upMs} as good, ${downMs} as bad, unknown_ms as missing, ${excludedMs} as excluded`

const sums = ["good", "bad", "missing", "excluded"]
  .map((column) => `sum(${column})::float8 as ${column}`)
  .join(", ")

const windowsQuery = `
  with part as (
    select row_number() over () as n, w.place, m.id, ${lifeOf("w.lo", "$3::timestamptz")}
      from unnest($2::timestamptz[]) with ordinality w (lo, place)
      cross join monitor m where m.id = any($1::uuid[])),
  span as (select n, id as monitor_id, lo, hi from part where lo < hi),
  ${timesOfSpans}
  select place::int, ${sums} from (
    select place, ${counted} from times join part using (n)) one group by place`

/**
 * Milliseconds of all monitors together in windows that end now, from their status changes.
 *
 * @param minutes length of each window.
 */
export async function readMonitorWindows(
  { database: { pool } }: Needs,
  monitorIds: string[],
  minutes: number[],
  now: Date,
): Promise<Counts[]> {
  const starts = minutes.map((length) => new Date(now.getTime() - length * 60_000).toISOString())
  const { rows } = await pool.query<Row>({
    name: "slo-windows",
    text: windowsQuery,
    values: [monitorIds, starts, now.toISOString()],
  })
  return minutes.map((_length, at) => countsOf(rows.find(({ place }) => place === at + 1)))
}

/** Closed hours come from rollups and the rest from status changes. $2 is a whole hour. */
const stepsQuery = `
  with member as (
    select m.id, m.seq, m.created_at, m.deleted_at,
           coalesce(r.hours_until, date_trunc('hour', m.created_at, 'UTC')) as until
      from monitor m left join monitor_rollup r on r.monitor_seq = m.seq where m.id = any($1::uuid[])),
  step as (
    select place, $2::timestamptz + place * make_interval(hours => $4::int) as lo,
           least($2::timestamptz + (place + 1) * make_interval(hours => $4::int), $3::timestamptz) as hi
      from generate_series(0, $5::int - 1) place),
  part as (
    select row_number() over () as n, place, id as monitor_id,
           greatest(lo, until, created_at) as lo, least(hi, deleted_at) as hi
      from step cross join member where hi > until),
  span as (select n, monitor_id, lo, hi from part where lo < hi),
  ${timesOfSpans}
  select place, ${sums} from (
    select place, ${counted} from times join part using (n)
    union all
    select floor(extract(epoch from h.at - $2::timestamptz) / 3600 / $4::int)::int as place, ${counted}
      from member join monitor_hour h on h.monitor_seq = member.seq
       and h.at >= $2::timestamptz and h.at < least($3::timestamptz, member.until)) one
   group by place`

type Range = { from: Date; to: Date; stepHours: number }

/** Milliseconds of all monitors together in steps of whole hours, oldest first; the last one ends at `to`. */
export async function readMonitorSteps(
  { database: { pool } }: Needs,
  monitorIds: string[],
  { from, to, stepHours }: Range,
): Promise<Step[]> {
  const starts = stepStarts({ from, to, stepHours })
  const { rows } = await pool.query<Row>({
    name: "slo-steps",
    text: stepsQuery,
    values: [monitorIds, from.toISOString(), to.toISOString(), stepHours, starts.length],
  })
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return starts.map((at, place) => ({ at, ...countsOf(byPlace.get(place)) }))
}

export function stepStarts({ from, to, stepHours }: Range): Date[] {
  const stepMs = stepHours * hourMs
  const count = Math.ceil((to.getTime() - from.getTime()) / stepMs)
  return Array.from({ length: count }, (_step, at) => new Date(from.getTime() + at * stepMs))
}

const countsOf = (row: Counts | undefined): Counts =>
  row === undefined
    ? nothing
    : { good: row.good, bad: row.bad, missing: row.missing, excluded: row.excluded ?? 0 }

/** The whole hour in which a window of days begins that ends now. */
export const windowStart = (now: Date, days: number): Date =>
  new Date(Math.ceil((now.getTime() - days * 24 * hourMs) / hourMs) * hourMs)
