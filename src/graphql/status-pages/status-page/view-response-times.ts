import type { Database } from "../../../platform/postgres.ts"
import { isAnswered } from "../../monitoring/check/rules/rollup-sql.ts"
import { connectingKindsSql } from "../../monitoring/monitor/rules/monitor-kinds.ts"
import { hourMs } from "../../monitoring/check/check-uptime.ts"

/** Recent response times of a monitor: the median of each step, oldest first. */
export type ResponseTimes = {
  hours: number
  /** Milliseconds; null without a response. */
  medians: (number | null)[]
}

type Window = { hours: number; stepMs: number }
const usual: Window = { hours: 24, stepMs: hourMs }
/** For a monitor without history. */
const young: Window = { hours: 3, stepMs: 300_000 }

type Row = { seq: number; isYoung: boolean; at: Date; median: number }

/**
 * Only closed steps, so that a chart changes when a step ends rather than with every check. One statement: hours
 * from rollups, recent data from checks.
 */
export async function readResponseTimesOf(
  { pool }: Database,
  seqs: readonly number[],
  now: Date,
): Promise<Map<number, ResponseTimes>> {
  const untilOf = ({ stepMs }: Window) => Math.floor(now.getTime() / stepMs) * stepMs
  const fromOf = (window: Window) => new Date(untilOf(window) - window.hours * hourMs)
  const { rows } = await pool.query<Row>({
    name: "status-page-response-times",
    text: `
      with shown as (
        select seq, created_at > $2 as young from monitor where seq = any($1) and kind in (${connectingKindsSql}))
      select seq, false as "isYoung", h.at, h.p50_ms as median
        from shown join monitor_hour h on h.monitor_seq = seq
       where not young and h.at >= $3 and h.at < $4 and h.p50_ms is not null
      union all
      select seq, true, step.at, step.median
        from shown cross join lateral (
          select date_bin('${young.stepMs / 1000} seconds', started_at, 'epoch') as at,
                 percentile_disc(0.5) within group (order by duration_ms) as median
            from check_result
           where monitor_seq = shown.seq and started_at >= $2 and started_at < $5 and ${isAnswered}
           group by 1) step
       where young`,
    values: [
      seqs,
      fromOf(young),
      fromOf(usual),
      new Date(untilOf(usual)),
      new Date(untilOf(young)),
    ],
  })
  const bySeq = Map.groupBy(rows, ({ seq }) => seq)
  return new Map([...bySeq].map(([seq, points]) => [seq, timesOf(points, fromOf)]))
}

function timesOf(points: Row[], fromOf: (window: Window) => Date): ResponseTimes {
  const window = points[0]?.isYoung ? young : usual
  const { hours, stepMs } = window
  const medians: (number | null)[] = Array.from({ length: (hours * hourMs) / stepMs }, () => null)
  for (const { at, median } of points) {
    medians[Math.round((at.getTime() - fromOf(window).getTime()) / stepMs)] = median
  }
  return { hours, medians }
}
