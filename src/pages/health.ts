import packageFile from "../../package.json" with { type: "json" }
import type { DeliveryLane } from "../../prisma/generated/enums.ts"
import type { Figures } from "../graphql/health/read-figures.ts"
import { isAudited, isLate, isProbing, readFigures } from "../graphql/health/read-figures.ts"
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

type Lane = { status: Mark; oldest_due_seconds: number | null }
/** As a whole it has been waiting for as long as its events have. */
type Outbox = Lane & { lanes: Record<DeliveryLane, Lane> }

/** Whether it was proven lately that no open alert is forgotten. */
type Escalation = {
  status: Mark
  open_alerts: number
  /** Open alerts that the last audit found without a next step. */
  faults: number
  last_audit_age_seconds: number | null
}

type Report = {
  status: Mark
  version: string
  database: { status: Mark; latency_ms: number | null }
  bus: { status: Mark }
  probe: Pipeline | { status: Mark }
  outbox: Outbox | { status: Mark }
  escalation: Escalation | { status: Mark }
}

type Look = { isDown: boolean; report: Report }

const freshMs = 1000
const patienceMs = 1000
const lanes = ["event", "webhook", "page", "notice"] as const

/** One look a second at most, shared by everyone who asks; it never waits longer than a second. */
export function createHealth(services: Services) {
  const { clock, database, bus } = services
  const isAlive = askOnce(() => database.pool.query("select 1"))
  const figures = askOnce(() => readParts(services))
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
      escalation: found?.escalation ?? unseen,
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

async function readParts(services: Services) {
  const figures = await readFigures(services)
  const { isLineAlive, oldestDue } = figures
  const isSeeing = isLineAlive ?? figures.monitors === 0
  const probe: Pipeline = {
    status: isProbing(figures) ? "ok" : "degraded",
    last_check_age_seconds: whole(figures.lastCheckAge),
    monitors: figures.monitors,
    overdue_monitors: figures.overdueMonitors,
    lag_seconds: Math.max(0, Math.floor(figures.lag ?? 0)),
    egress: {
      status: isSeeing ? "ok" : "degraded",
      alive: isLineAlive,
      last_look_age_seconds: whole(figures.lookAge),
    },
  }
  const late = lanes.filter((lane) => isLate(figures, lane))
  const outbox: Outbox = {
    status: late.length === 0 ? "ok" : "degraded",
    oldest_due_seconds: whole(oldestDue.event),
    lanes: {
      event: laneOf(figures, "event"),
      webhook: laneOf(figures, "webhook"),
      page: laneOf(figures, "page"),
      notice: laneOf(figures, "notice"),
    },
  }
  const escalation: Escalation = {
    status: isAudited(figures) ? "ok" : "degraded",
    open_alerts: figures.openAlerts,
    faults: figures.faults,
    last_audit_age_seconds: whole(figures.auditAge),
  }
  return { probe, outbox, escalation }
}

const laneOf = (figures: Figures, lane: DeliveryLane): Lane => ({
  status: isLate(figures, lane) ? "degraded" : "ok",
  oldest_due_seconds: whole(figures.oldestDue[lane]),
})

const whole = (seconds: number | null): number | null =>
  seconds === null ? null : Math.max(0, Math.floor(seconds))
