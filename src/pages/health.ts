import packageFile from "../../package.json" with { type: "json" }
import { overdueAfterSql } from "../graphql/check/absence.ts"
import type { Services } from "../services.ts"

type Mark = "ok" | "degraded" | "down"

type Pipeline = {
  status: Mark
  /** Null before the first check. */
  last_check_age_seconds: number | null
  monitors: number
  /** Live monitors whose next check should have ended by now. */
  overdue_monitors: number
  /** How far beyond its interval the latest monitor is. */
  lag_seconds: number
  egress: Egress
}

/** Whether the probers' own lines reach the anchors; null where none has told lately. */
type Egress = { status: Mark; alive: boolean | null; last_look_age_seconds: number | null }

type Outbox = { status: Mark; oldest_due_seconds: number | null }

type Report = {
  status: Mark
  version: string
  database: { status: Mark; latency_ms: number | null }
  bus: { status: Mark }
  probe: Pipeline | { status: Mark }
  outbox: Outbox | { status: Mark }
}

type Look = { isDown: boolean; report: Report }

const freshMs = 1000
const patienceMs = 1000
/** Probers look at their lines every half minute; after three looks without a word there is none. */
const egressPatienceSeconds = 90
/** A delivery that waits longer than this says that nobody delivers. */
const outboxPatienceSeconds = 60

/** One look a second at most, shared by everyone who asks; it never waits longer than a second. */
export function createHealth(services: Services) {
  const { clock, database, bus } = services
  const isAlive = askOnce(() => database.pool.query("select 1"))
  const figures = askOnce(() => readFigures(services))
  let last: { atMs: number; look: Promise<Look> } | null = null

  async function look(): Promise<Look> {
    const startedMs = clock.monotonicMs()
    const [latencyMs, found] = await Promise.all([
      isAlive().then((answer) => (answer === null ? null : clock.monotonicMs() - startedMs)),
      figures(),
    ])
    const unseen: { status: Mark } = { status: latencyMs === null ? "down" : "degraded" }
    const parts = {
      database:
        latencyMs === null
          ? { status: "down" as const, latency_ms: null }
          : { status: "ok" as const, latency_ms: Math.round(latencyMs) },
      bus: { status: bus.isUp() ? ("ok" as const) : ("degraded" as const) },
      probe: found?.probe ?? unseen,
      outbox: found?.outbox ?? unseen,
    }
    const marks = Object.values(parts).map(({ status }) => status)
    const status = (["down", "degraded"] as const).find((mark) => marks.includes(mark)) ?? "ok"
    return { isDown: status === "down", report: { status, version: packageFile.version, ...parts } }
  }

  return (): Promise<Look> => {
    const nowMs = clock.monotonicMs()
    if (last === null || nowMs - last.atMs >= freshMs) last = { atMs: nowMs, look: look() }
    return last.look
  }
}

/**
 * Null where there is no answer within a second, or only an error: the report then says so. A question that
 * still hangs is not asked a second time beside itself.
 */
function askOnce<T>(ask: () => Promise<T>): () => Promise<T | null> {
  let hanging: Promise<T | null> | null = null
  return async () => {
    hanging ??= ask()
      .catch(() => null)
      .finally(() => {
        hanging = null
      })
    const late = Promise.withResolvers<null>()
    const timer = setTimeout(() => late.resolve(null), patienceMs)
    try {
      return await Promise.race([hanging, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}

type Row = {
  monitors: number
  overdue: number
  lag: number | null
  last_age: number | null
  is_alive: boolean | null
  look_age: number | null
  outbox_age: number | null
}

/** Heartbeats wait for others, so only what is probed can be overdue. A monitor edited or resumed starts anew. */
const query = `
  with live as (
    select m.interval_seconds, greatest(s.last_check_at, m.updated_at, m.watched_since) as since, s.last_check_at,
           ${overdueAfterSql} as patience
      from monitor m left join monitor_state s on s.monitor_id = m.id
     where m.deleted_at is null and m.paused_at is null and m.kind <> 'heartbeat'
  ),
  pipeline as (
    select count(*)::int as monitors,
           (count(*) filter (where since + patience < now()))::int as overdue,
           extract(epoch from now() - min(since + interval_seconds * interval '1 second'))::float8 as lag,
           extract(epoch from now() - max(last_check_at))::float8 as last_age
      from live
  ),
  line as (
    select bool_and(reached > 0) as is_alive, extract(epoch from now() - min(at))::float8 as look_age
      from egress_look where at > now() - interval '${egressPatienceSeconds} seconds'
  )
  select pipeline.*, line.*,
         (select extract(epoch from now() - min(due_at))::float8
            from delivery
           where state = 'pending' and target = 'everyone' and due_at <= now()) as outbox_age
    from pipeline, line`

async function readFigures({ database: { pool } }: Services) {
  const { rows } = await pool.query<Row>({ name: "health", text: query })
  const row = rows[0]
  if (row === undefined) throw new Error("an aggregate always has a row")
  const { monitors, overdue, is_alive: isAlive } = row
  // Where nothing is probed, nobody has to tell of a line.
  const isSeeing = isAlive ?? monitors === 0
  const probe: Pipeline = {
    status: overdue === 0 && isSeeing ? "ok" : "degraded",
    last_check_age_seconds: whole(row.last_age),
    monitors,
    overdue_monitors: overdue,
    lag_seconds: Math.max(0, Math.floor(row.lag ?? 0)),
    egress: {
      status: isSeeing ? "ok" : "degraded",
      alive: isAlive,
      last_look_age_seconds: whole(row.look_age),
    },
  }
  const waiting = whole(row.outbox_age)
  const outbox: Outbox = {
    status: waiting !== null && waiting > outboxPatienceSeconds ? "degraded" : "ok",
    oldest_due_seconds: waiting,
  }
  return { probe, outbox }
}

const whole = (seconds: number | null): number | null =>
  seconds === null ? null : Math.max(0, Math.floor(seconds))
