import type { MonitorStatus } from "../../../../../prisma/generated/enums.ts"
import { createBatcher } from "../../../../platform/batch.ts"
import type { Services } from "../../../../platform/services.ts"
import type { Context } from "../../../kernel/context.ts"
import { columnsOfTimes, dayMs, hourMs, sumsOfTimes, uptimeOf } from "../../check/check-uptime.ts"
import { bucketOf, isAnswered, middleOf } from "../../check/rules/rollup-sql.ts"
import { unconfirmedSql } from "../../check/rules/unconfirmed-sql.ts"
import { timesOfParts } from "../../check/rules/uptime-sql.ts"
import { timeColumns, timesOf, type TimesRow } from "../../check/rules/uptime-times.ts"
import { inMaintenance } from "../monitor-filter.ts"
import { type Unwatched, unwatchedSql } from "../rules/unwatched.ts"
import { rowTypes } from "./row-types.ts"

type Database = Services["database"]

export type RecentCheck = { startedAt: string; status: MonitorStatus; durationMs: number }
export type Situation = {
  isInMaintenance: boolean
  unconfirmedFailures: number
  /** Null while it is watched. */
  unwatched: Unwatched | null
}

/** Loads what lists show of a monitor beyond its columns, with one statement for all monitors of a request's tick. */
export type DetailLoader = ReturnType<typeof createDetailLoader>

const loaders = new WeakMap<Context, DetailLoader>()

export function detailsOf(ctx: Context): DetailLoader {
  const loader = loaders.get(ctx) ?? createDetailLoader(ctx)
  loaders.set(ctx, loader)
  return loader
}

function createDetailLoader({ database, clock }: Pick<Context, "database" | "clock">) {
  const byArgument = <Found>(
    read: (ids: string[], argument: number) => Promise<ReadonlyMap<string, Found>>,
  ) => {
    const batchers = new Map<number, (id: string) => Promise<Found | null>>()
    return (id: string, argument: number): Promise<Found | null> => {
      const load = batchers.get(argument) ?? batch((ids) => read(ids, argument))
      batchers.set(argument, load)
      return load(id)
    }
  }
  return {
    /** The last checks, newest first. */
    checks: byArgument((ids, most) => readChecks(database, ids, most)),
    /** Of the last days (UTC), including today. */
    uptime: byArgument((ids, days) => readUptimes(database, ids, days, clock.now())),
    p95: batch((ids) => readP95(database, ids, clock.now())),
    situation: batch((ids) => readSituations(database, ids)),
  }
}

const batch = <Found>(read: (ids: string[]) => Promise<ReadonlyMap<string, Found>>) =>
  createBatcher(async (ids: string[]): Promise<(Found | null)[]> => {
    const found = await read(ids)
    return ids.map((id) => found.get(id) ?? null)
  })

async function readSituations({ pool }: Database, ids: string[]) {
  const { rows } = await pool.query<Situation & { id: string }>({
    name: "situations-of-monitors",
    text: `select m.id, ${inMaintenance} as "isInMaintenance", ${unconfirmedSql} as "unconfirmedFailures",
                  ${unwatchedSql} as unwatched
             from monitor m join monitor_state s on s.monitor_id = m.id where m.id = any($1::uuid[])`,
    values: [ids],
  })
  return new Map(rows.map((row) => [row.id, row]))
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
  select id, ${sumsOfTimes}
    from (select part.id, ${columnsOfTimes} from part join part_times using (n)
           union all
          select live.id, ${timeColumns.map((column) => `d.${column}`).join(", ")}
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
