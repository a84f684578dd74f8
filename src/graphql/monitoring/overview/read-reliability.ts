import type { Services } from "../../../platform/services.ts"
import { monitorsOf, type Limit } from "../../kernel/monitor-scope.ts"
import { dayMs, uptimeOf, uptimeOfMany, type Uptime } from "../check/check-uptime.ts"
import { timesOfParts } from "../check/rules/uptime-sql.ts"
import { timeColumns, timesOf, type TimesRow } from "../check/rules/uptime-times.ts"

const days = 30
const leastShown = 5

export type UnreliableMonitor = { monitorId: string; name: string; uptime: Uptime }

export type Reliability = { month: Uptime; leastReliable: UnreliableMonitor[] }

type Row = TimesRow & { id: string | null; name: string | null }

const sums = (prefix: string, condition: string) =>
  timeColumns
    .map((state) => `sum(${state}) filter (where ${condition}) as ${prefix}${state}`)
    .join(", ")
const down = "d_offline_ms - d_excluded_offline_ms"
const up = "d_operational_ms + d_degraded_ms - d_excluded_operational_ms - d_excluded_degraded_ms"

/**
 * $1 project, $2 start of the month, $3 start of the last 30 days (both midnights), $4 now. Whole days come from
 * rollups, the rest from status changes. The later start cuts both windows in two: each sums one half or both.
 */
const query = (within: string) => `
  with live as (
    select m.id, m.seq, m.name, m.created_at, s.status, s.status_since,
           date_trunc('day', r.hours_until, 'UTC') as until
      from monitor m
      left join monitor_state s on s.monitor_id = m.id
      left join monitor_rollup r on r.monitor_seq = m.seq
     where m.project_id = $1 and m.deleted_at is null ${within}),
  part as (
    select row_number() over () as n, live.id, status, status_since,
           greatest(edge.lo, until, created_at) as lo, edge.hi
      from live cross join lateral (values
           (least($2::timestamptz, $3), greatest($2, $3)), (greatest($2, $3), $4::timestamptz)) edge (lo, hi)
     where greatest(edge.lo, until, created_at) < edge.hi),
  ${timesOfParts},
  closed as (
    select live.id, d.at >= greatest($2::timestamptz, $3) as is_late,
           ${timeColumns.map((state) => `sum(d.${state})::float8 as ${state}`).join(", ")}
      from live join monitor_day d on d.monitor_seq = live.seq
       and d.at >= least($2::timestamptz, $3) and d.at < live.until
     group by live.id, is_late),
  whole as (
    select id, ${sums("m_", "is_late or $2 <= $3")}, ${sums("d_", "is_late or $3 <= $2")}
      from (select * from closed
             union all
            select part.id, part.lo >= greatest($2::timestamptz, $3), ${timeColumns.join(", ")}
              from part join part_times using (n)) half
     group by id),
  least as (
    select * from whole where ${down} > 0
     order by (${up}) / (${up} + ${down}), ${down} desc limit ${leastShown})
  select null::uuid as id, null as name, ${timeColumns.map((state) => `sum(m_${state}) as ${state}`).join(", ")} from whole
   union all
  select live.id, live.name, ${timeColumns.map((state) => `d_${state}`).join(", ")} from least join live using (id)`

/**
 * A project's uptime in the current month (UTC), and its least reliable monitors of the last 30 days. The caller has
 * checked permissions.
 */
export async function readReliability(
  { database: { pool }, clock }: Pick<Services, "database" | "clock">,
  projectId: string,
  limit: Limit = null,
): Promise<Reliability> {
  const now = clock.now()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
  const from = new Date((Math.floor(now.getTime() / dayMs) - days) * dayMs)
  const { rows } = await pool.query<Row>({
    name: limit === null ? "reliability-of-project" : "limited-reliability-of-project",
    text: query(limit === null ? "" : `and m.id in (${monitorsOf("$5::uuid[]")})`),
    values: [
      projectId,
      ...[month, from, now].map((time) => time.toISOString()),
      ...(limit === null ? [] : [limit]),
    ],
  })
  const leastReliable = rows.flatMap(({ id, name, ...row }) =>
    id === null || name === null
      ? []
      : [{ monitorId: id, name, uptime: uptimeOf(from, now, timesOf(row)) }],
  )
  return {
    month: uptimeOfMany(month, now, timesOf(rows.find(({ id }) => id === null))),
    leastReliable: leastReliable.toSorted(
      (one, other) => (one.uptime.percent ?? 100) - (other.uptime.percent ?? 100),
    ),
  }
}
