import type { Services } from "../../../platform/services.ts"
import { monitorsOf, type Limit } from "../../kernel/monitor-scope.ts"
import { hourMs, uptimeOfMany, type Uptime } from "../check/check-uptime.ts"
import { isAnswered } from "../check/rules/rollup-sql.ts"
import { timesOfParts } from "../check/rules/uptime-sql.ts"
import { timeColumns, timesOf, type TimesRow } from "../check/rules/uptime-times.ts"

const hoursShown = 24
const slowestShown = 5

/** Response times of a monitor in the hours shown. */
export type SlowMonitor = {
  monitorId: string
  name: string
  averageMs: number
  /** One average for each closed hour with a response, oldest first. */
  hourlyMs: number[]
}

export type LastDay = { hours: Uptime[]; slowest: SlowMonitor[] }

type HourRow = TimesRow & { at: Date; slow: null }
type SlowRow = { at: null; slow: SlowMonitor }

const iso = (time: number) => new Date(time).toISOString()
const times = timeColumns.join(", ")

/**
 * $1 project, $2 the first hour, $3 now, $4 the hours. Closed hours come from rollups, the rest from status changes. Monitors
 * without a closed hour are too young for many checks, so that their checks are read.
 */
const query = (within: string) => `
  with live as (
    select m.id, m.seq, m.name, m.created_at, s.status, s.status_since, r.hours_until
      from monitor m
      left join monitor_state s on s.monitor_id = m.id
      left join monitor_rollup r on r.monitor_seq = m.seq
     where m.project_id = $1 and m.deleted_at is null and m.paused_at is null ${within}),
  closed as materialized (
    select h.monitor_seq as seq, h.at, ${timeColumns.map((state) => `h.${state}`).join(", ")},
           h.operational_checks + h.degraded_checks as checks, h.latency_sum_ms as sum_ms
      from live join monitor_hour h on h.monitor_seq = live.seq and h.at >= $2 and h.at < $3),
  part as (
    select row_number() over () as n, live.id, h.at, status, status_since,
           greatest(h.at, created_at) as lo, least(h.at + interval '1 hour', $3::timestamptz) as hi
      from live cross join unnest($4::timestamptz[]) h (at)
     where h.at >= coalesce(hours_until, date_trunc('hour', created_at, 'UTC'))),
  ${timesOfParts},
  fresh as (
    select live.seq, count(*) as checks, sum(c.duration_ms::float8) as sum_ms
      from live join check_result c on c.monitor_seq = live.seq and c.started_at >= $2 and c.started_at < $3
     where live.hours_until is null and c.${isAnswered}
     group by live.seq),
  slow as (
    select seq, sum_ms / checks as average from (
      select seq, sum(checks) as checks, sum(sum_ms) as sum_ms from closed group by seq
       union all
      select * from fresh) answered
     where checks > 0 order by average desc limit ${slowestShown})
  select at, ${timeColumns.map((state) => `sum(${state}) as ${state}`).join(", ")}, null::json as slow
    from (select at, ${timeColumns.map((state) => `sum(${state})::float8 as ${state}`).join(", ")} from closed group by at
           union all
          select at, ${times} from part join part_times using (n)) hour
   group by at
   union all
  select null, ${timeColumns.map(() => "null").join(", ")},
         json_build_object('monitorId', live.id, 'name', live.name, 'averageMs', slow.average, 'hourlyMs', array(
           select sum_ms / checks from closed where closed.seq = slow.seq and checks > 0 order by at))
    from slow join live using (seq)`

/**
 * A project's last 24 hours (UTC), the last of them until now, and its slowest monitors in them. Paused monitors are
 * left out. The caller has checked permissions.
 */
export async function readLastDay(
  { database: { pool }, clock }: Pick<Services, "database" | "clock">,
  projectId: string,
  limit: Limit = null,
): Promise<LastDay> {
  const now = clock.now().getTime()
  const first = (Math.floor(now / hourMs) - hoursShown + 1) * hourMs
  const starts = Array.from({ length: hoursShown }, (_hour, n) => first + n * hourMs)
  const { rows } = await pool.query<HourRow | SlowRow>({
    // Without a name, so that it is planned for its values: a generic plan costs more than planning.
    text: query(limit === null ? "" : `and m.id in (${monitorsOf("$5::uuid[]")})`),
    values: [
      projectId,
      ...[first, now].map(iso),
      starts.map(iso),
      ...(limit === null ? [] : [limit]),
    ],
  })
  const byHour = new Map<number, HourRow>()
  const slowest: SlowMonitor[] = []
  for (const row of rows) {
    if (row.slow === null) byHour.set(row.at.getTime(), row)
    else slowest.push(row.slow)
  }
  return {
    hours: starts.map((from) => {
      const to = Math.min(from + hourMs, now)
      return uptimeOfMany(new Date(from), new Date(to), timesOf(byHour.get(from)))
    }),
    slowest: slowest.toSorted((one, other) => other.averageMs - one.averageMs),
  }
}
