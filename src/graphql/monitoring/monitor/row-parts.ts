import type { MonitorStatus } from "../../../../prisma/generated/enums.ts"
import type { Services } from "../../../platform/services.ts"
import type { Context } from "../../kernel/context.ts"
import type { TimesRow, Uptime } from "../check/check-uptime.ts"
import { dayMs, hourMs, timesOf, uptimeOf } from "../check/check-uptime.ts"
import { bucketOf, isAnswered, middleOf } from "../check/rules/rollup-sql.ts"
import { timesOfParts } from "../check/rules/uptime-sql.ts"
import { rowTypes } from "./row-types.ts"

type Database = Services["database"]

export type RowLabel = { id: string; name: string; color: string }
/** The on-call policy that a monitor names. */
export type RowPolicy = { id: string; name: string }
export type RecentCheck = { startedAt: string; status: MonitorStatus; durationMs: number }
type OfMonitor<T> = ReadonlyMap<string, T>

/** What the rows of a page show beyond their columns: each is one statement for the page, at its first use. */
export type RowParts = {
  labels(): Promise<OfMonitor<RowLabel[]>>
  /** Needs on_call:read. */
  policies(): Promise<OfMonitor<RowPolicy>>
  checks(most: number): Promise<OfMonitor<RecentCheck[]>>
  uptime(days: number): Promise<OfMonitor<Uptime>>
  p95(): Promise<OfMonitor<number>>
}

export function createRowParts(
  { access, database, clock }: Pick<Context, "access" | "database" | "clock">,
  projectId: string,
  rows: readonly { id: string }[],
): RowParts {
  const ids = rows.map(({ id }) => id)
  const reads = new Map<string, Promise<unknown>>()
  const once = <T>(name: string, read: () => Promise<T>): Promise<T> => {
    const known = reads.get(name) ?? read()
    reads.set(name, known)
    return known as Promise<T>
  }
  return {
    labels: () => once("labels", () => readLabels(database, ids)),
    policies: () =>
      once("policies", async () => {
        await access.require(projectId, "on_call:read")
        return readPolicies(database, ids)
      }),
    checks: (most) => once(`checks ${most}`, () => readChecks(database, ids, most)),
    uptime: (days) => once(`uptime ${days}`, () => readUptimes(database, ids, days, clock.now())),
    p95: () => once("p95", () => readP95(database, ids, clock.now())),
  }
}

async function readLabels({ pool }: Database, ids: string[]) {
  const { rows } = await pool.query<RowLabel & { monitorId: string }>({
    name: "labels-of-rows",
    text: `select ml.monitor_id as "monitorId", l.id, l.name, l.color
             from monitor_label ml join label l on l.id = ml.label_id
            where ml.monitor_id = any($1::uuid[]) order by l.name, l.id`,
    values: [ids],
  })
  return Map.groupBy(rows, ({ monitorId }) => monitorId)
}

async function readPolicies({ pool }: Database, ids: string[]) {
  const { rows } = await pool.query<RowPolicy & { monitorId: string }>({
    name: "policies-of-rows",
    text: `select m.id as "monitorId", p.id, p.name
             from monitor m join on_call_policy p on p.id = m.policy_id where m.id = any($1::uuid[])`,
    values: [ids],
  })
  return new Map(rows.map(({ monitorId, ...policy }) => [monitorId, policy]))
}

async function readChecks({ pool }: Database, ids: string[], most: number) {
  const { rows } = await pool.query<RecentCheck & { monitorId: string }>({
    types: rowTypes,
    name: "checks-of-rows",
    text: `select m.id as "monitorId", c.started_at as "startedAt", c.status, c.duration_ms as "durationMs"
             from monitor m cross join lateral (
               select started_at, status, duration_ms from check_result
                where monitor_seq = m.seq order by started_at desc limit $2) c
            where m.id = any($1::uuid[]) order by m.id, c.started_at desc`,
    values: [ids, most],
  })
  return Map.groupBy(rows, ({ monitorId }) => monitorId)
}

const states = ["operational_ms", "degraded_ms", "offline_ms", "unknown_ms", "maintenance_ms"]

/** Whole days come from rollups, the rest from status changes. $1 monitors, $2 the first day, $3 now. */
const uptimes = `
  with live as (
    select m.id, m.seq, m.created_at, s.status, s.status_since, date_trunc('day', r.hours_until, 'UTC') as until
      from monitor m join monitor_state s on s.monitor_id = m.id
      left join monitor_rollup r on r.monitor_seq = m.seq
     where m.id = any($1::uuid[])),
  part as (
    select row_number() over () as n, id, status, status_since,
           greatest($2::timestamptz, until, created_at) as lo, $3::timestamptz as hi from live),
  ${timesOfParts}
  select id, ${states.map((state) => `sum(${state}) as ${state}`).join(", ")}
    from (select part.id, ${states.join(", ")} from part join part_times using (n)
           union all
          select live.id, ${states.map((state) => `d.${state}`).join(", ")}
            from live join monitor_day d on d.monitor_seq = live.seq and d.at >= $2 and d.at < live.until) times
   group by id`

/** Of the last `days` days (UTC); the last is today until now. */
async function readUptimes({ pool }: Database, ids: string[], days: number, now: Date) {
  const today = Math.floor(now.getTime() / dayMs) * dayMs
  const from = new Date(today - (days - 1) * dayMs)
  const { rows } = await pool.query<TimesRow & { id: string }>({
    name: "uptimes-of-rows",
    text: uptimes,
    values: [ids, from.toISOString(), now.toISOString()],
  })
  return new Map(rows.map(({ id, ...times }) => [id, uptimeOf(from, now, timesOf(times))]))
}

/** Closed hours come from their histograms, the rest from checks. $1 monitors, $2 the first hour, $3 now. */
const p95s = `
  with live as (
    select m.id, m.seq, coalesce(r.hours_until, '-infinity') as until
      from monitor m left join monitor_rollup r on r.monitor_seq = m.seq where m.id = any($1::uuid[])),
  answered as (
    select live.id, b.bucket, b.many
      from live join monitor_hour h on h.monitor_seq = live.seq and h.at >= $2 and h.at < live.until
     cross join lateral unnest(h.latency_buckets, h.latency_counts) b (bucket, many)
     union all
    select live.id, ${bucketOf}, 1
      from live join check_result c on c.monitor_seq = live.seq and c.started_at >= greatest($2, live.until)
       and c.started_at < $3 where ${isAnswered}),
  rising as (
    select id, bucket, sum(sum(many)) over (partition by id order by bucket) as reached,
           sum(sum(many)) over (partition by id) as total
      from answered group by id, bucket)
  select id, ${middleOf("min(bucket)")} as ms from rising where reached >= 0.95 * total group by id`

const hoursShown = 24

async function readP95({ pool }: Database, ids: string[], now: Date) {
  const from = new Date(Math.floor(now.getTime() / hourMs) * hourMs - (hoursShown - 1) * hourMs)
  const { rows } = await pool.query<{ id: string; ms: number }>({
    name: "p95-of-rows",
    text: p95s,
    values: [ids, from.toISOString(), now.toISOString()],
  })
  return new Map(rows.map(({ id, ms }) => [id, ms]))
}
