import type { Services } from "../../../platform/services.ts"
import {
  columnsOfTimes,
  hoursKeptFrom,
  split,
  sumsOfTimes,
  uptimeOf,
  type Span,
  type Uptime,
} from "./check-uptime.ts"
import { givenRows, lifeOf, timesOfSpans } from "./rules/uptime-sql.ts"
import { timesOf, type TimesRow } from "./rules/uptime-times.ts"

/** A window of one monitor, by its `seq`. */
export type MonitorSpan = { seq: number; from: Date; to: Date }

type Row = TimesRow & { owner: number }

const iso = (time: number) => new Date(time).toISOString()
const types = ["int", "int", "timestamptz", "timestamptz"]

/**
 * The uptime of each window, in the given order and in two statements however many there are. No window may end in
 * the future.
 */
export async function readUptimesOfSpans(
  { database: { pool }, clock }: Pick<Services, "database" | "clock">,
  spans: readonly MonitorSpan[],
): Promise<Uptime[]> {
  if (spans.length === 0) return []
  const { rows: rollups } = await pool.query<{ seq: number; until: Date }>({
    name: "rolled-until-of-many",
    text: `select monitor_seq as seq, hours_until as until from monitor_rollup
            where monitor_seq = any($1)`,
    values: [[...new Set(spans.map(({ seq }) => seq))]],
  })
  const untilOf = new Map(rollups.map(({ seq, until }) => [seq, until.getTime()]))
  const kept = hoursKeptFrom(clock.now())
  const parts = spans.map(({ seq, from, to }) =>
    split({ lo: from.getTime(), hi: to.getTime() }, kept, untilOf.get(seq) ?? 0),
  )
  const rowsOf = (some: (at: number) => Span[]) =>
    spans.flatMap(({ seq }, at) => some(at).map(({ lo, hi }) => [at, seq, iso(lo), iso(hi)]))
  const raw = givenRows(
    types,
    rowsOf((at) => parts[at]?.raw ?? []),
    1,
  )
  const hours = givenRows(
    types,
    rowsOf((at) => parts[at]?.hours ?? []),
    1 + raw.values.length,
  )
  const days = givenRows(
    types,
    rowsOf((at) => [parts[at]?.days ?? { lo: 0, hi: 0 }].filter(({ lo, hi }) => lo < hi)),
    1 + raw.values.length + hours.values.length,
  )
  const { rows } = await pool.query<Row>({
    // Without a name, so that it is planned for its values.
    text: `with raw as materialized (select * from ${raw.text} s (owner, seq, lo, hi, n)),
      span as (
        select raw.n, m.id as monitor_id, ${lifeOf("raw.lo", "raw.hi")}
          from raw join monitor m on m.seq = raw.seq),
      ${timesOfSpans}
      select owner, ${sumsOfTimes} from (
        select owner, ${columnsOfTimes} from times join raw using (n)
        union all
        select owner, ${columnsOfTimes} from ${hours.text} s (owner, seq, lo, hi, n)
          join monitor_hour h on h.monitor_seq = s.seq and h.at >= s.lo and h.at < s.hi
        union all
        select owner, ${columnsOfTimes} from ${days.text} s (owner, seq, lo, hi, n)
          join monitor_day d on d.monitor_seq = s.seq and d.at >= s.lo and d.at < s.hi) part
      group by owner`,
    values: [...raw.values, ...hours.values, ...days.values],
  })
  const byOwner = new Map(rows.map((row) => [row.owner, row]))
  return spans.map(({ from, to }, at) => uptimeOf(from, to, timesOf(byOwner.get(at))))
}
