import type { PingKind } from "../../../../../prisma/generated/enums.ts"
import { newId } from "../../../../platform/id.ts"
import { sha256 } from "../../../../platform/secret.ts"
import type { Services } from "../../../../platform/services.ts"
import { transactSql, type SqlTransaction } from "../../../kernel/transaction.ts"
import { foldPings } from "../rules/last-word.ts"

export type Ping = {
  /** The secret of the address that was called is all the right that a ping needs. */
  secret: string
  kind: PingKind
  exitCode: number | null
  /** How long the run took, if the sender said so. */
  durationMs: number | null
  /** The request body; the first 10 kB are stored. */
  body: string
  sourceIp: string
  /** Whether it came from outside our own networks. */
  isPublic: boolean
  userAgent: string
  method: string
}

const bodyBytes = 10_000
const userAgentLength = 500
/** Minimum number of pings to keep per monitor. */
const keptPings = 100

/**
 * Stores pings in the order received; all are committed when this returns.
 * @param mustForget whether a monitor with this many more pings deletes its oldest now.
 * @returns for each ping whether a monitor has its secret.
 */
export async function recordPings(
  services: Pick<Services, "database" | "bus">,
  pings: Ping[],
  mustForget: (monitorId: string, pings: number) => boolean = () => true,
): Promise<boolean[]> {
  const hashed = pings.map((ping) => ({
    ...ping,
    hash: Buffer.from(sha256(ping.secret)).toString("hex"),
  }))
  return transactSql(services, async (tx) => {
    await readIndexes(tx)
    const jobs = Map.groupBy(hashed, ({ hash }) => hash)
    const monitors = await moveStates(tx, jobs)
    const known = hashed.flatMap((ping) => {
      const monitor = monitors.get(ping.hash)
      return monitor === undefined ? [] : [{ ...ping, monitorId: monitor.monitorId }]
    })
    if (known.length > 0) await keepPings(tx, known)
    const full = [...monitors.values()].filter(({ hash, monitorId }) =>
      mustForget(monitorId, jobs.get(hash)?.length ?? 0),
    )
    if (full.length > 0) await forgetPings(tx, full)
    for (const { projectId, monitorId, isAsked } of monitors.values()) {
      if (isAsked) tx.publish("monitor.check_requested", { projectId, monitorId })
    }
    return hashed.map(({ hash }) => monitors.has(hash))
  })
}

/** In a burst the statistics lag behind, so this forces index scans instead of table scans. */
async function readIndexes(tx: SqlTransaction): Promise<void> {
  await tx.query({
    name: "read-indexes",
    text: `
      select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
             set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
             set_config('jit', 'off', true)`,
    values: [],
  })
}

type Monitor = { hash: string; monitorId: string; projectId: string; isAsked: boolean }
type Hashed = Ping & { hash: string }

/**
 * Stores the last ping of each job and requests a check, unless it is only a log message or the monitor is paused.
 * Repeated starts without an end must not keep a job healthy. Locks states in the order of ids, as storing checks
 * does, and updates each monitor after its state is locked.
 */
async function moveStates(
  tx: SqlTransaction,
  jobs: Map<string, Hashed[]>,
): Promise<Map<string, Monitor>> {
  const words = [...jobs].map(([hash, pings]) => ({
    hash,
    last: foldPings(pings.map(({ kind }) => kind)),
    isPublic: pings.some((ping) => ping.isPublic),
  }))
  const rows = await tx.query<Monitor>({
    name: "move-heartbeats",
    text: `
      with said as (
        select decode(hash, 'hex') as hash, moves, word::ping_kind as word, started, failures, continued, public
          from unnest($1::text[], $2::bool[], $3::text[], $4::bool[], $5::int[], $6::bool[], $7::bool[])
            as said (hash, moves, word, started, failures, continued, public)
      ), live as materialized (
        select m.id, m.project_id, m.watched_since, said.*, moves and m.paused_at is null as is_asked
          from said join monitor m on m.heartbeat_hash = said.hash and m.deleted_at is null
      ), held as materialized (
        select live.* from monitor_state s join live on live.id = s.monitor_id
         where live.moves order by s.monitor_id for no key update of s
      ), moved as (
        update monitor_state s
           set last_start_at = case when held.started then now() else s.last_start_at end,
               last_ping_at = case when held.word is null and s.last_ping_kind in ('start', 'fail')
                                   then s.last_ping_at else now() end,
               last_ping_kind = case when held.word is not null then held.word
                                     when s.last_ping_kind = 'fail' then s.last_ping_kind else 'start' end,
               failed_pings = held.failures + case
                 when held.continued and s.last_ping_kind = 'fail' and s.last_ping_at >= held.watched_since
                 then s.failed_pings else 0 end,
               is_pinged_publicly = coalesce(s.is_pinged_publicly, false) or held.public
          from held where s.monitor_id = held.id
      ), asked as (
        update monitor m set check_requested_at = now() from held where m.id = held.id and held.is_asked
      )
      select encode(hash, 'hex') as hash, id as "monitorId", project_id as "projectId", is_asked as "isAsked"
        from live`,
    values: [
      words.map(({ hash }) => hash),
      words.map(({ last }) => last !== null),
      words.map(({ last }) => last?.word ?? null),
      words.map(({ last }) => last?.isStarted ?? false),
      words.map(({ last }) => last?.failures ?? 0),
      words.map(({ last }) => last?.isRowContinued ?? true),
      words.map(({ isPublic }) => isPublic),
    ],
  })
  return new Map(rows.map((row) => [row.hash, row]))
}

async function keepPings(tx: SqlTransaction, pings: (Ping & { monitorId: string })[]) {
  await tx.query({
    name: "keep-pings",
    text: `
      insert into heartbeat_ping (id, monitor_id, kind, exit_code, duration_ms, body, source_ip, user_agent, method, at)
      select id, monitor_id, kind::ping_kind, exit_code, duration_ms, body, source_ip, user_agent, method, now()
        from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[],
                    $9::int[])
          as ping (id, monitor_id, kind, exit_code, body, source_ip, user_agent, method, duration_ms)`,
    values: [
      pings.map(() => newId()),
      pings.map(({ monitorId }) => monitorId),
      pings.map(({ kind }) => kind),
      pings.map(({ exitCode }) => exitCode),
      pings.map(({ body }) => clean(Buffer.from(body).subarray(0, bodyBytes).toString("utf8"))),
      pings.map(({ sourceIp }) => sourceIp),
      pings.map(({ userAgent }) => clean(userAgent.slice(0, userAgentLength))),
      pings.map(({ method }) => method),
      pings.map(({ durationMs }) => durationMs),
    ],
  })
}

/** Planned each time: a plan cached while the table was small would read too much of it later. */
async function forgetPings(tx: SqlTransaction, monitors: Monitor[]): Promise<void> {
  await tx.query({
    name: "custom-plan",
    text: "select set_config('plan_cache_mode', 'force_custom_plan', true)",
    values: [],
  })
  await tx.query({
    name: "forget-pings",
    text: `
      delete from heartbeat_ping p
       using unnest($1::uuid[]) as job (id)
       cross join lateral (
         select at, id from heartbeat_ping where monitor_id = job.id
          order by at desc, id desc offset $2::int limit 1) oldest
       where p.monitor_id = job.id and p.at <= oldest.at and (p.at, p.id) <= (oldest.at, oldest.id)`,
    values: [monitors.map(({ monitorId }) => monitorId), keptPings],
  })
}

/** PostgreSQL stores neither NUL nor unpaired surrogates. */
const clean = (text: string): string => text.replaceAll("\u0000", "").toWellFormed()
