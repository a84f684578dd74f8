import packageFile from "../../package.json" with { type: "json" }
import type { Services } from "../services.ts"

type Mark = "ok" | "degraded" | "down"

type Pipeline = {
  status: Mark
  /** Null before the first check. */
  last_check_age_seconds: number | null
  monitors: number
  /** Live monitors not checked for two intervals and half a minute. */
  overdue_monitors: number
  /** How far beyond its interval the latest monitor is. */
  lag_seconds: number
}

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
  outbox_age: number | null
}

/** Heartbeats wait for others, so only what is probed can be overdue. A monitor edited or resumed starts anew. */
const query = `
  with live as (
    select m.interval_seconds,
           extract(epoch from now() - greatest(s.last_check_at, m.updated_at)) as age,
           extract(epoch from now() - s.last_check_at) as checked_age
      from monitor m left join monitor_state s on s.monitor_id = m.id
     where m.deleted_at is null and m.paused_at is null and m.kind <> 'heartbeat'
  )
  select count(*)::int as monitors,
         (count(*) filter (where age > 2 * interval_seconds + 30))::int as overdue,
         max(age - interval_seconds)::float8 as lag,
         min(checked_age)::float8 as last_age,
         (select extract(epoch from now() - min(due_at))::float8
            from delivery where state = 'pending' and due_at <= now()) as outbox_age
    from live`

async function readFigures({ database: { pool } }: Services) {
  const { rows } = await pool.query<Row>({ name: "health", text: query })
  const row = rows[0]
  if (row === undefined) throw new Error("an aggregate always has a row")
  const waiting = row.outbox_age === null ? null : Math.floor(row.outbox_age)
  const probe: Pipeline = {
    status: row.overdue === 0 ? "ok" : "degraded",
    last_check_age_seconds: row.last_age === null ? null : Math.floor(row.last_age),
    monitors: row.monitors,
    overdue_monitors: row.overdue,
    lag_seconds: Math.max(0, Math.floor(row.lag ?? 0)),
  }
  const outbox: Outbox = {
    status: waiting !== null && waiting > outboxPatienceSeconds ? "degraded" : "ok",
    oldest_due_seconds: waiting,
  }
  return { probe, outbox }
}
