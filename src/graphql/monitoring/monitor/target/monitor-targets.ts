import { setImmediate } from "node:timers/promises"
import type { Services } from "../../../../platform/services.ts"
import type { TargetRow } from "../rules/kinds/kind.ts"
import { readTarget } from "../rules/read-target.ts"
import type { Target } from "../rules/monitor-target.ts"

export type TargetQuery = {
  ids?: string[]
  /** Only monitors whose seq modulo `shardCount` is one of these. */
  shards?: number[]
  shardCount?: number
}

export type TargetsRead = {
  targets: Target[]
  /** Paused, deleted or unreadable monitors, to be removed from the schedule. */
  gone: string[]
  /** The database's time just before the read. */
  readAt: Date
}

type Row = TargetRow & { is_live: boolean }

/** Rows converted before yielding to other work: about 10 ms. */
const slice = 1000

/**
 * Every monitor that a prober must check. A row that cannot be read is logged and reported as gone. With `ids`,
 * paused and deleted monitors are reported as gone too.
 */
export async function readTargets(
  { database: { pool }, vault, log }: Pick<Services, "database" | "vault" | "log">,
  query: TargetQuery = {},
): Promise<TargetsRead> {
  const clock = await pool.query<{ now: Date }>("select now()")
  const { rows } = await pool.query<Row>(statement(query))
  const targets: Target[] = []
  const gone: string[] = []
  const broken: { monitorId: string; why: string }[] = []
  for (const [at, row] of rows.entries()) {
    if (at % slice === slice - 1) await setImmediate()
    if (!row.is_live) {
      gone.push(row.id)
      continue
    }
    try {
      targets.push(readTarget(row, vault))
    } catch (error) {
      gone.push(row.id)
      broken.push({ monitorId: row.id, why: error instanceof Error ? error.message : "unreadable" })
    }
  }
  if (broken.length > 0) {
    // One line for all: a lost encryption key breaks every row.
    log.error(
      { count: broken.length, monitors: broken.slice(0, 10) },
      "monitors that cannot be read are not watched",
    )
  }
  const found = new Set(rows.map((row) => row.id))
  if (query.shards === undefined) {
    gone.push(...new Set(query.ids?.filter((id) => !found.has(id))))
  }
  return { targets, gone, readAt: clock.rows[0]?.now ?? new Date(0) }
}

/** One prepared statement per combination of filters, so that each has its own plan. */
function statement({ ids, shards, shardCount }: TargetQuery) {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions: string[] = []
  if (ids !== undefined) conditions.push(`m.id = any(${bind(ids)}::uuid[])`)
  if (shards !== undefined) {
    conditions.push(`m.seq % ${bind(shardCount ?? 1)}::int = any(${bind(shards)}::int[])`)
  }
  if (ids === undefined) {
    conditions.push("m.deleted_at is null and m.paused_at is null")
  }
  const shape = [ids && "ids", shards && "shards"].filter(Boolean).join("-")
  return {
    name: `targets-${shape}`,
    text: `select m.id, m.seq, m.project_id, m.name, m.kind, m.url, m.host, m.port, m.dns_record_type,
        m.interval_seconds, m.timeout_seconds, m.failure_threshold, m.heartbeat_interval_minutes, m.heartbeat_grace_minutes,
        m.settings, m.sealed_headers, m.check_requested_at, m.watched_since,
        s.last_ping_at, s.last_ping_kind, s.failed_pings, s.is_pinged_publicly,
        case when s.last_ping_kind = 'fail' then (
          select left(p.body, 500) from heartbeat_ping p where p.monitor_id = m.id and p.kind = 'fail'
           order by p.at desc, p.id desc limit 1) end as last_ping_text,
        m.deleted_at is null and m.paused_at is null as is_live
      from monitor m left join monitor_state s on s.monitor_id = m.id
      where ${conditions.join(" and ")}`,
    values,
  }
}

const changesStatement = {
  name: "target-changes",
  text: `
    select m.id, m.xmin::text as version
      from monitor m
     where m.seq % $1::int = any($2::int[]) and (m.updated_at >= $3 or m.check_requested_at >= $3)`,
}

/**
 * Monitors changed, or requested to be checked, after `since`, each with a version that changes with every write of
 * its row. Rows are dated by the start of their transaction, so `since` must be earlier than the `readAt` of the read
 * before by at least the longest transaction.
 */
export async function readChanges(
  { database: { pool } }: Pick<Services, "database">,
  { shards, shardCount, since }: { shards: number[]; shardCount: number; since: Date },
): Promise<{ versions: Map<string, string>; readAt: Date }> {
  const clock = await pool.query<{ now: Date }>("select now()")
  const { rows } = await pool.query<{ id: string; version: string }>({
    ...changesStatement,
    values: [shardCount, shards, since],
  })
  return {
    versions: new Map(rows.map(({ id, version }) => [id, version])),
    readAt: clock.rows[0]?.now ?? new Date(0),
  }
}
