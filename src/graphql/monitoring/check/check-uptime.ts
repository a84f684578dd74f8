import { z } from "zod"
import type { Services } from "../../../platform/services.ts"
import { invalid } from "../../kernel/errors.ts"
import { parse, wholeNumber } from "../../kernel/input.ts"
import { hourMonths } from "./check-rollup.ts"
import { givenRows, lifeOf, timesOfSpans } from "./rules/uptime-sql.ts"
import {
  percentOf,
  seenMsOf,
  timeColumns,
  timesOf,
  wholeMsOf,
  type Times,
  type TimesRow,
} from "./rules/uptime-times.ts"

export type Uptime = {
  from: Date
  to: Date
  /** 0 to 100; null without data. Degraded counts as up. */
  percent: number | null
  /** 0 to 1: the share of the window, or of its monitored time, with data outside maintenance. */
  coverage: number
  times: Times
}

/**
 * Excludes time that was unknown, paused, under maintenance, corrected or outside the monitor's lifetime; `coverage`
 * is the rest.
 */
export function uptimeOf(from: Date, to: Date, times: Times): Uptime {
  return shareOf({ from, to, times, wholeMs: to.getTime() - from.getTime() })
}

/** Same for the summed times of several monitors; coverage is the share of the time since each was created. */
export function uptimeOfMany(from: Date, to: Date, times: Times): Uptime {
  return shareOf({ from, to, times, wholeMs: wholeMsOf(times) })
}

type Whole = { from: Date; to: Date; times: Times; wholeMs: number }

function shareOf({ from, to, times, wholeMs }: Whole): Uptime {
  const coverage = wholeMs === 0 ? 0 : seenMsOf(times) / wholeMs
  return { from, to, percent: percentOf(times), coverage, times }
}

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs
const ceil = (time: number, unit: number) => Math.ceil(time / unit) * unit
const floor = (time: number, unit: number) => Math.floor(time / unit) * unit

/** Half-open, in milliseconds since 1970. */
export type Span = { lo: number; hi: number }
type Parts = { days: Span; hours: Span[]; raw: Span[] }

/** Cuts a window into whole days and whole hours that are rolled, and the raw edges around them. */
export function split({ lo, hi }: Span, hoursFrom: number, hoursUntil: number): Parts {
  const rolledUntil = Math.min(hi, hoursUntil)
  const days = { lo: ceil(lo, dayMs), hi: floor(rolledUntil, dayMs) }
  if (days.lo >= days.hi) days.lo = days.hi = ceil(lo, hourMs)
  const kept = ceil(hoursFrom, hourMs)
  const before = { lo: Math.max(ceil(lo, hourMs), kept), hi: days.lo }
  const after = { lo: Math.max(days.hi, kept), hi: floor(rolledUntil, hourMs) }
  const hours = [before, after].filter(isSpan)
  const rolled = [...hours, days].filter(isSpan).toSorted((one, other) => one.lo - other.lo)
  const raw: Span[] = []
  let from = lo
  for (const part of rolled) {
    raw.push({ lo: from, hi: part.lo })
    from = part.hi
  }
  raw.push({ lo: from, hi })
  return { days, hours, raw: raw.filter(isSpan) }
}

const isSpan = ({ lo, hi }: Span) => lo < hi

type Database = Pick<Services, "database">

export const sumsOfTimes = timeColumns
  .map((column) => `sum(${column})::bigint as ${column}`)
  .join(", ")
export const columnsOfTimes = timeColumns.join(", ")
const iso = (time: number) => new Date(time).toISOString()
const bounds = ({ lo, hi }: Span) => [iso(lo), iso(hi)]
const spanTypes = ["timestamptz", "timestamptz"]

/** Until when the hours of a monitor are closed; before any was, the beginning of time. */
export async function readRolledUntil({ database: { pool } }: Database, monitorSeq: number) {
  const { rows } = await pool.query<{ until: Date }>({
    name: "rolled-until",
    text: "select hours_until as until from monitor_rollup where monitor_seq = $1",
    values: [monitorSeq],
  })
  return rows[0]?.until.getTime() ?? 0
}

/** Hours before this day may be deleted; the edges of older windows are read from status changes. */
export function hoursKeptFrom(now: Date): number {
  const from = new Date(now)
  from.setUTCMonth(from.getUTCMonth() - hourMonths)
  return ceil(from.getTime(), dayMs) + dayMs
}

/**
 * @param to if it is in the future, the window ends now.
 * @throws {DomainError} validation_failed if the window is empty.
 */
export async function readUptime(
  ctx: Database & Pick<Services, "clock">,
  monitorSeq: number,
  window: { from: Date; to: Date },
): Promise<Uptime> {
  const now = ctx.clock.now()
  const { from, to } = pastWindow(window, now)
  const until = await readRolledUntil(ctx, monitorSeq)
  const parts = split({ lo: from.getTime(), hi: to.getTime() }, hoursKeptFrom(now), until)
  const { days } = parts
  const fixed = [monitorSeq, iso(days.lo), iso(days.hi)]
  const raw = givenRows(spanTypes, parts.raw.map(bounds), 4)
  const hours = givenRows(spanTypes, parts.hours.map(bounds), 4 + raw.values.length)
  const { rows } = await ctx.database.pool.query<TimesRow>({
    name: `uptime-${raw.shape}-${hours.shape}`,
    text: `with span as (
      select n, m.id as monitor_id, ${lifeOf("s.lo", "s.hi")}
        from ${raw.text} s (lo, hi, n) cross join monitor m where m.seq = $1),
      ${timesOfSpans}
      select ${sumsOfTimes} from (
        select ${columnsOfTimes} from times
        union all
        select ${columnsOfTimes} from ${hours.text} s (lo, hi, n)
          join monitor_hour h on h.monitor_seq = $1 and h.at >= s.lo and h.at < s.hi
        union all
        select ${columnsOfTimes} from monitor_day where monitor_seq = $1 and at >= $2 and at < $3) part`,
    values: [...fixed, ...raw.values, ...hours.values],
  })
  return uptimeOf(from, to, timesOf(rows[0]))
}

/** A window of the past with something in it; a future end is drawn back to now. */
export function pastWindow({ from, to }: { from: Date; to: Date }, now: Date) {
  if (to <= from) throw invalid("#/to", "must be later than from")
  if (from >= now) throw invalid("#/from", "must be in the past")
  return { from, to: to > now ? now : to }
}

const byDay = z.object({ days: wholeNumber(1, 365) })

/** One uptime for each of the last `days` days (UTC), oldest first; the last is today until now. */
export async function readUptimeByDay(
  ctx: Database & Pick<Services, "clock">,
  monitorSeq: number,
  given: z.input<typeof byDay>,
): Promise<Uptime[]> {
  const { days } = parse(byDay, given)
  const all = await readUptimesByDay(ctx, [monitorSeq], days, ctx.clock.now())
  return all.get(monitorSeq) ?? []
}

/** `n` numbers the spans that are not rolled up; other rows have monitor and day. */
type DayRow = TimesRow & { n: number | null; monitor_seq: number | null; at: Date | null }

/** Same for many monitors, by `seq`, in two statements regardless of their number. */
export async function readUptimesByDay(
  { database: { pool } }: Database,
  monitorSeqs: number[],
  days: number,
  until: Date,
): Promise<Map<number, Uptime[]>> {
  const now = until.getTime()
  const today = floor(now, dayMs)
  const first = today - (days - 1) * dayMs
  const all = Array.from({ length: days }, (_day, n) => {
    const lo = first + n * dayMs
    return { lo, hi: Math.min(lo + dayMs, now) }
  }).filter(isSpan)
  const { rows: rollups } = await pool.query<{ seq: number; until: Date }>({
    name: "rolled-until-of-many",
    text: `select monitor_seq as seq, hours_until as until from monitor_rollup
            where monitor_seq = any($1)`,
    values: [monitorSeqs],
  })
  const untilOf = new Map(rollups.map(({ seq, until }) => [seq, floor(until.getTime(), dayMs)]))
  const rolledOf = (seq: number) => Math.max(first, Math.min(untilOf.get(seq) ?? 0, today))
  const raw = monitorSeqs.flatMap((seq) =>
    all.filter(({ lo }) => lo >= rolledOf(seq)).map((span) => ({ seq, ...span })),
  )
  const spans = givenRows(
    ["int", ...spanTypes],
    raw.map((span) => [span.seq, ...bounds(span)]),
    2,
  )
  const rolled = givenRows(
    ["int", "timestamptz"],
    monitorSeqs.map((seq) => [seq, iso(rolledOf(seq))]),
    2 + spans.values.length,
  )
  const { rows } = await pool.query<DayRow>({
    name: `uptimes-by-day-${spans.shape}-${rolled.shape}`,
    text: `with span as (
      select s.n, m.id as monitor_id, ${lifeOf("s.lo", "s.hi")}
        from ${spans.text} s (seq, lo, hi, n) join monitor m on m.seq = s.seq),
      ${timesOfSpans}
      select n::int, null::int as monitor_seq, null::timestamptz as at, ${columnsOfTimes} from times
      union all
      select null, d.monitor_seq, d.at, ${columnsOfTimes}
        from ${rolled.text} r (seq, until, n)
        join monitor_day d on d.monitor_seq = r.seq and d.at >= $1 and d.at < r.until`,
    values: [iso(first), ...spans.values, ...rolled.values],
  })
  const byPlace = new Map(
    rows.map((row) => {
      const span = row.n === null ? undefined : raw[row.n - 1]
      return [`${span?.seq ?? row.monitor_seq} ${span?.lo ?? row.at?.getTime()}`, row]
    }),
  )
  return new Map(
    monitorSeqs.map((seq) => [
      seq,
      all.map(({ lo, hi }) =>
        uptimeOf(new Date(lo), new Date(hi), timesOf(byPlace.get(`${seq} ${lo}`))),
      ),
    ]),
  )
}
