import packageFile from "../../package.json" with { type: "json" }
import type { DeliveryQueue } from "../../prisma/generated/enums.ts"
import {
  degraded,
  down,
  join,
  ok,
  reported,
  worstOf,
  type HealthStatus,
  type Judged,
  type Reported,
} from "../graphql/monitoring/health/rules/judged.ts"
import { judgeBus, judgeHealth } from "../graphql/monitoring/health/rules/judge-health.ts"
import type { Finding } from "../findings/finding.ts"
import { serviceFault } from "../platform/name-fault.ts"
import { judgeOwn, readFigures } from "../graphql/monitoring/health/read-health.ts"
import { readBackupState } from "../graphql/workspace/backup/read-backup-state.ts"
import { judgeBackup } from "../graphql/workspace/backup/rules/judge-backup.ts"
import type { Services } from "../platform/services.ts"

type Pipeline = Reported & {
  /** Null before the first check. */
  last_check_age_seconds: number | null
  monitors: number
  /** Live monitors that have been checked, or should have been. */
  due_monitors: number
  /** Of these, monitors whose last check was inconclusive. */
  unknown_monitors: number
  /** Monitors whose next check should have finished by now. */
  overdue_monitors: number
  /** How far beyond its interval the latest monitor is. */
  lag_seconds: number
  egress: Egress
}

/** The probers' own networks: whether they reach the anchors; null if none has reported recently. */
type Egress = Reported & {
  alive: boolean | null
  ipv4: Reported
  ipv6: Reported
  resolvers: Reported
  last_probe_age_seconds: number | null
}

type Queue = Reported & { oldest_due_seconds: number | null }
/** As a whole it has been waiting for as long as its events have. */
type Outbox = Queue & { queues: Record<DeliveryQueue, Queue> }

/** Whether every open alert reached somebody or is escalated, and whether that was verified recently. */
type Escalation = Reported & {
  open_alerts: number
  /** Open alerts that the last audit found without a next step. */
  faults: number
  /** Open alerts about which nobody could be reached. */
  unreachable_alerts: number
  last_audit_age_seconds: number | null
}

/** Whether stored secrets can be decrypted. */
type Secrets = Reported & {
  /** Those that monitoring and paging need and that cannot. */
  unreadable: number
}

/** Whether telemetry is accepted by this server. It does not count for the whole: monitoring does not depend on it. */
type Telemetry = Reported & {
  /** Acknowledged data that the store does not have yet. */
  spool_bytes: number
}

/** Whether scheduled backups are made and verified. Does not count for the whole either. */
type Backup = Reported & { newest_verified_age_seconds: number | null }

/** What the telemetry receiver says about itself; null before anything was sent. */
export type TelemetryState = {
  spoolBytes: number
  isDiskFull: boolean
  /** Telemetry before that day (UTC) was deleted at that moment, because the disk was nearly full. */
  dropped: { before: string; at: string } | null
  trouble: Finding | null
}

type Report = {
  status: HealthStatus
  version: string
  database: Reported & { latency_ms: number | null }
  bus: Reported
  probe: Pipeline | Reported
  outbox: Outbox | Reported
  escalation: Escalation | Reported
  secrets: Secrets | Reported
  /** Whether data can be stored, and for how long. */
  disk: Reported
  /** Other things that run out: file descriptors, memory, connections of PostgreSQL; and the clock. */
  resources: Reported
  /** Whether a process of each role that ran within a day still reports. */
  roles: Reported
  /** Whether the mail server and Twilio take messages. */
  messages: Reported
  /** Whether the dead-man URL accepts pings. */
  watcher: Reported
  /** Whether the static copies of status pages are written. Does not count for the whole. */
  exports: Reported
  /** Variables that look like settings and are none. */
  settings: Reported
  /** Channels and calendars of projects that do not work: named, and harmless here. */
  connected: Reported
  telemetry: Telemetry
  backup: Backup | Reported
}

type Look = { isDown: boolean; report: Report }

const freshMs = 1000
const patienceMs = 1000

/** The health report, read at most once a second for all callers; waits at most a second. */
export function createHealth(
  services: Services,
  telemetryState: () => TelemetryState | null = () => null,
) {
  const { clock, database, bus } = services
  const isAlive = askOnce(() => database.pool.query("select 1"))
  const figures = askOnce(() => readParts(services))
  const pong = askOnce(() => bus.ping())
  let last: { atMs: number; look: Promise<Look> } | null = null

  async function look(): Promise<Look> {
    const startedMs = clock.monotonicMs()
    const [alive, { found = null }, bus] = await Promise.all([
      isAlive().then((answer) => ({ ...answer, latencyMs: clock.monotonicMs() - startedMs })),
      figures(),
      pong(),
    ])
    const latencyMs = alive.fault === undefined ? Math.round(alive.latencyMs) : null
    const unseen =
      alive.fault === undefined
        ? degraded({ code: "database_silent", parameters: {} })
        : down({ code: "database_unusable", parameters: { fault: [alive.fault] } })
    const part = (judged: Judged | undefined) => reported(judged ?? unseen)
    const parts = {
      database: { ...(latencyMs === null ? part(unseen) : part(ok)), latency_ms: latencyMs },
      bus: part(judgeBus(bus.fault === undefined ? bus.found : busSilent)),
      probe: found?.probe ?? part(unseen),
      outbox: found?.outbox ?? part(unseen),
      escalation: found?.escalation ?? part(unseen),
      secrets: found?.secrets ?? part(unseen),
      // A full disk is what stops an embedded database, so it is reported without asking that.
      disk: part(join(found?.disk ?? unseen, judgeOwn())),
      resources: part(found?.resources),
      roles: part(found?.roles),
      messages: part(found?.messages),
      watcher: part(found?.watcher),
      settings: part(found?.settings),
      connected: part(found?.connected),
    }
    const status = worstOf(Object.values(parts))
    const received = telemetryState()
    const telemetry = {
      ...part(judgeTelemetry(received, clock.now())),
      spool_bytes: received?.spoolBytes ?? 0,
    }
    const backup = found?.backup ?? part(unseen)
    const exports = part(found?.exports)
    const { version } = packageFile
    const report = { status, version, ...parts, telemetry, backup, exports }
    return { isDown: status === "down", report }
  }

  return (): Promise<Look> => {
    const nowMs = clock.monotonicMs()
    if (last === null || nowMs - last.atMs >= freshMs) last = { atMs: nowMs, look: look() }
    return last.look
  }
}

const silent: Finding = { code: "service_fault", parameters: { fault: "silent" } }
const busSilent: Finding = { code: "bus_silent", parameters: {} }

type Asked<T> = { found: T; fault?: undefined } | { found?: undefined; fault: Finding }

/**
 * What there is within a second, or why there is nothing, which the report then shows. Does not ask again while a call
 * is pending.
 */
function askOnce<T>(ask: () => Promise<T>): () => Promise<Asked<T>> {
  let hanging: Promise<Asked<T>> | null = null
  return async () => {
    hanging ??= ask()
      .then(
        (found): Asked<T> => ({ found }),
        (error: unknown): Asked<T> => ({ fault: serviceFault(error) }),
      )
      .finally(() => {
        hanging = null
      })
    const late = Promise.withResolvers<Asked<T>>()
    const timer = setTimeout(() => late.resolve({ fault: silent }), patienceMs)
    try {
      return await Promise.race([hanging, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}

async function readParts(services: Services) {
  const figures = await readFigures(services)
  const backups = await readBackupState(services.database.pool)
  const judged = judgeHealth(figures)
  const probe: Pipeline = {
    ...reported(judged.probe),
    last_check_age_seconds: whole(figures.lastCheckAge),
    monitors: figures.monitors,
    due_monitors: figures.dueMonitors,
    unknown_monitors: figures.unknownMonitors,
    overdue_monitors: figures.overdueMonitors,
    lag_seconds: Math.max(0, Math.floor(figures.lag ?? 0)),
    egress: {
      ...reported(judged.egress),
      alive: figures.isLineAlive,
      ipv4: reported(judged.families.ipv4),
      ipv6: reported(judged.families.ipv6),
      resolvers: reported(judged.families.resolvers),
      last_probe_age_seconds: whole(figures.probeAge),
    },
  }
  const queueOf = (queue: DeliveryQueue): Queue => ({
    ...reported(judged.queues[queue]),
    oldest_due_seconds: whole(figures.oldestDue[queue]),
  })
  const outbox: Outbox = {
    ...reported(judged.outbox),
    oldest_due_seconds: whole(figures.oldestDue.event),
    queues: {
      event: queueOf("event"),
      webhook: queueOf("webhook"),
      page: queueOf("page"),
      notice: queueOf("notice"),
    },
  }
  const escalation: Escalation = {
    ...reported(judged.escalation),
    open_alerts: figures.openAlerts,
    faults: figures.faults,
    unreachable_alerts: figures.unreachableAlerts,
    last_audit_age_seconds: whole(figures.auditAge),
  }
  const secrets: Secrets = { ...reported(judged.secrets), unreadable: figures.unreadableSecrets }
  const findings = judgeBackup(backups, services.env.BACKUP_URL?.schedule ?? null)
  const backup: Backup = {
    ...reported(findings.length === 0 ? ok : degraded(...findings)),
    newest_verified_age_seconds: whole(backups.newestVerifiedAge),
  }
  return { ...judged, probe, outbox, escalation, secrets, backup }
}

const dayMs = 86_400_000

export function judgeTelemetry(state: TelemetryState | null, now: Date): Judged {
  const { isDiskFull = false, dropped = null, trouble = null } = state ?? {}
  const isRecent = dropped !== null && now.getTime() - Date.parse(dropped.at) < dayMs
  const found: Finding[] = isDiskFull
    ? [{ code: "telemetry_refused", parameters: {} }]
    : trouble !== null
      ? [trouble]
      : isRecent
        ? [{ code: "telemetry_dropped", parameters: { before: dropped.before } }]
        : []
  if (found.length === 0) return ok
  return isDiskFull ? down(...found) : degraded(...found)
}

const whole = (seconds: number | null): number | null =>
  seconds === null ? null : Math.max(0, Math.floor(seconds))
