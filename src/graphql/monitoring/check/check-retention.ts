import type pg from "pg"
import type { Plan } from "../../../../prisma/generated/enums.ts"
import type { Services } from "../../../platform/services.ts"
import { dropCheckPartitions } from "./check-partition.ts"
import { drain, monitors, rowsAtOnce } from "./delete-in-batches.ts"
import { pruneRecords } from "./record-retention.ts"
import { hourMonths } from "./check-rollup.ts"

/** Days for which checks are kept, by plan. Daily rollups are kept indefinitely. */
export const checkDays: Record<Plan, number> = { free: 7, pro: 90 }
/** Calls of jobs, and deliveries that are settled. For all other records see record-retention.ts. */
const paperDays = 90
/**
 * A day without rollups is kept this much longer; then it is dropped, so that one broken monitor cannot fill the
 * disk.
 */
const patienceDays = 7
/**
 * Longer than any check that refers to the certificate: checks are dropped by whole days, and its last use is
 * recorded daily.
 */
const certificateDays = checkDays.pro + patienceDays + 2

/**
 * Deletes expired data: daily partitions of checks that no project needs, otherwise rows of shorter plans in
 * batches. Each batch is a transaction, so an interrupted run loses nothing and the next one continues.
 */
export async function prune(
  services: Pick<Services, "database" | "bus" | "vault" | "clock" | "log">,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const { database, log } = services
  const { pool } = database
  const keptFrom = await readKeptFrom(pool)
  const dropped = await dropCheckPartitions(pool, keptFrom)
  if (dropped.length > 0) log.info({ dropped }, "retention: dropped daily partitions of checks")
  for (const table of ["check_result", "check_evidence"]) {
    await drain(pool, isStopping, {
      text: `delete from ${table}_rest where ctid = any(array(
               select ctid from ${table}_rest where started_at < $1 limit ${rowsAtOnce}))`,
      values: [keptFrom.toISOString()],
    })
  }
  for await (const seqs of monitors(pool)) {
    if (isStopping()) return
    await pruneMonitors(pool, isStopping, seqs)
  }
  await drain(pool, isStopping, {
    text: `delete from certificate where id in (
             select id from certificate where seen_at < now() - make_interval(days => $1) limit ${rowsAtOnce})`,
    values: [certificateDays],
  })
  await prunePapers(pool, isStopping)
  await pruneRecords(services, isStopping)
}

/** The earliest time for which any project keeps checks or rollups are pending. */
async function readKeptFrom(pool: pg.Pool): Promise<Date> {
  const { rows } = await pool.query<{ kept: Date }>(
    `select greatest(
       least(now() - make_interval(days => kept.days),
             (select min(r.hours_until) from monitor_rollup r join monitor m on m.seq = r.monitor_seq
               where m.deleted_at is null)),
       now() - make_interval(days => kept.days + $2)) as kept
     from (select coalesce(max(($1::jsonb ->> plan::text)::int), $3) as days from project) kept`,
    [JSON.stringify(checkDays), patienceDays, checkDays.pro],
  )
  const [first] = rows
  if (first === undefined) throw new Error("the query must return a row")
  return first.kept
}

async function pruneMonitors(
  pool: pg.Pool,
  isStopping: () => boolean,
  seqs: number[],
): Promise<void> {
  const shorter = Object.entries(checkDays).filter(([, days]) => days < checkDays.pro)
  for (const [plan, days] of shorter) {
    const { rows } = await pool.query<{ seq: number }>(
      `select m.seq from monitor m join project p on p.id = m.project_id left join monitor_rollup r on r.monitor_seq = m.seq
        where m.seq = any($1::int[]) and p.plan = $2::plan
          and r.hours_until > now() - make_interval(days => $3)`,
      [seqs, plan, days],
    )
    if (rows.length === 0) continue
    for (const table of ["check_result", "check_evidence"]) {
      await drain(pool, isStopping, {
        text: `delete from ${table} t using (
                 select monitor_seq, started_at from ${table}
                  where monitor_seq = any($1::int[]) and started_at < now() - make_interval(days => $2)
                  limit ${rowsAtOnce}) old
                where t.monitor_seq = old.monitor_seq and t.started_at = old.started_at
                  and t.started_at < now() - make_interval(days => $2)`,
        values: [rows.map(({ seq }) => seq), days],
      })
    }
  }
  await drain(pool, isStopping, {
    text: `delete from monitor_hour where ctid = any(array(
             select ctid from monitor_hour where monitor_seq = any($1::int[])
                and at < date_trunc('day', now() - make_interval(months => $2), 'UTC') limit ${rowsAtOnce}))`,
    values: [seqs, hourMonths],
  })
}

/** Ids of version 7 sort by their time of making, so the oldest rows are the first of the primary key. */
async function prunePapers(pool: pg.Pool, isStopping: () => boolean): Promise<void> {
  const papers = [
    ["heartbeat_ping", "at"],
    ["delivery", "settled_at"],
  ] as const
  const before = (Date.now() - paperDays * 86_400_000).toString(16).padStart(12, "0")
  const id = `${before.slice(0, 8)}-${before.slice(8)}-7000-8000-000000000000`
  for (const [table, column] of papers) {
    await drain(pool, isStopping, {
      text: `delete from ${table} where id in (
               select id from ${table} where id < $1::uuid and ${column} < now() - make_interval(days => $2)
                order by id limit ${rowsAtOnce})`,
      values: [id, paperDays],
    })
  }
}
