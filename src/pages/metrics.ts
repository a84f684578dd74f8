import { readUptimeOfProject, type Uptimes } from "../graphql/monitoring/check/uptime-of-project.ts"
import type { Context } from "../graphql/kernel/context.ts"
import { readFigures, type Figures } from "../graphql/monitoring/health/read-health.ts"
import {
  readMetrics,
  type MonitorMetrics,
} from "../graphql/monitoring/monitor/history/read-metrics.ts"
import type { Services } from "../platform/services.ts"
import { writeLabels, writeMetric, type Metric, type Sample } from "./exposition.ts"
import { createSwrCache } from "../platform/swr-cache.ts"

type Row = MonitorMetrics & { labels: string; uptimes: Uptimes | null }
type Gauge = Metric & { of(row: Row): Sample[] }

const statuses = ["operational", "degraded", "offline", "unknown"] as const
const phases = ["dns", "connect", "tls", "first_byte", "transfer"] as const
const windows = { "24h": "day", "30d": "month" } as const

export const maybe = (labels: string, value: number | boolean | null): Sample[] =>
  value === null ? [] : [[labels, value]]

const eachWindow = (
  { labels, uptimes }: Row,
  pick: (uptime: Uptimes["day"]) => number | null,
): Sample[] =>
  Object.entries(windows).flatMap(([name, window]) =>
    uptimes === null ? [] : maybe(`${labels},window="${name}"`, pick(uptimes[window])),
  )

/** An unknown value has no sample: neither 0 nor 1 would be correct. */
const gauges: Gauge[] = [
  {
    name: "watchkeeper_monitor_status",
    help: "1 for the status that the monitor has now, 0 for every other one.",
    of: ({ labels, status }) =>
      statuses.map((one) => [`${labels},status="${one}"`, one === status] as const),
  },
  {
    name: "watchkeeper_monitor_up",
    help: "1 while the monitor is operational or degraded, 0 while it is offline; absent while that is unknown.",
    of: ({ labels, status }) => maybe(labels, status === "unknown" ? null : status !== "offline"),
  },
  {
    name: "watchkeeper_monitor_paused",
    help: "1 while the monitor is paused.",
    of: ({ labels, is_paused }) => [[labels, is_paused]],
  },
  {
    name: "watchkeeper_monitor_muted",
    help: "1 while no incidents and alerts are declared for the monitor.",
    of: ({ labels, is_muted }) => [[labels, is_muted]],
  },
  {
    name: "watchkeeper_monitor_maintenance",
    help: "1 while the monitor is inside a maintenance window.",
    of: ({ labels, is_maintained }) => [[labels, is_maintained]],
  },
  {
    name: "watchkeeper_monitor_last_check_timestamp_seconds",
    help: "Start time of the last check in seconds since 1970; absent before the first.",
    of: ({ labels, checked_at }) => maybe(labels, checked_at),
  },
  {
    name: "watchkeeper_monitor_response_seconds",
    help: "Response time of the last check; absent without a response.",
    of: ({ labels, total }) => maybe(labels, total),
  },
  {
    name: "watchkeeper_monitor_phase_seconds",
    help: "Response time of the last check by phase; a phase that did not happen is absent.",
    of: ({ labels, ...row }) =>
      phases.flatMap((phase) => maybe(`${labels},phase="${phase}"`, row[phase])),
  },
  {
    name: "watchkeeper_monitor_certificate_expires_in_seconds",
    help: "Seconds until the certificate of the last check expires, negative after that; divide by 86400 for days.",
    of: ({ labels, certificate_left }) => maybe(labels, certificate_left),
  },
  {
    name: "watchkeeper_monitor_uptime_ratio",
    help: "Uptime from 0 to 1: over the last 24 hours, and over today and the 30 days (UTC) before; absent without data. Up to five minutes old.",
    of: (row) => eachWindow(row, ({ up }) => up),
  },
  {
    name: "watchkeeper_monitor_uptime_coverage_ratio",
    help: "Share of that window with data and outside maintenance, from 0 to 1.",
    of: (row) => eachWindow(row, ({ coverage }) => coverage),
  },
  {
    name: "watchkeeper_monitor_uptime_excluded_seconds",
    help: "Seconds with data of that window that corrections leave out of the uptime.",
    of: (row) => eachWindow(row, ({ excludedSeconds }) => excludedSeconds),
  },
]

const queues = ["event", "webhook", "page", "notice"] as const

/** Metrics of the whole installation, included in every project's scrape. */
export const machinery: (Metric & { of(figures: Figures): Sample[] })[] = [
  {
    name: "watchkeeper_outbox_oldest_due_seconds",
    help: "For how long the oldest delivery of a queue has been due; 0 if none is.",
    of: ({ oldestDue }) =>
      queues.map((queue) => [`queue="${queue}"`, oldestDue[queue] ?? 0] as const),
  },
  {
    name: "watchkeeper_escalation_open_alerts",
    help: "Open alerts that nobody has acknowledged.",
    of: ({ openAlerts }) => [["", openAlerts]],
  },
  {
    name: "watchkeeper_escalation_unreachable_alerts",
    help: "Open alerts about which nobody could be reached, because every message failed.",
    of: ({ unreachableAlerts }) => [["", unreachableAlerts]],
  },
  {
    name: "watchkeeper_escalation_faults",
    help: "Open alerts that the last audit found without a next step.",
    of: ({ faults }) => [["", faults]],
  },
  {
    name: "watchkeeper_escalation_faults_found_total",
    type: "counter",
    help: "How many such alerts all audits found together.",
    of: ({ faultsTotal }) => [["", faultsTotal]],
  },
  {
    name: "watchkeeper_escalation_last_audit_age_seconds",
    help: "How long ago the last audit ended; absent before the first.",
    of: ({ auditAge }) => maybe("", auditAge),
  },
]

/** Uptime over a day moves by less than a thousandth in a minute, and costs more than all the rest. */
const uptimeAges = { freshMs: 60_000, staleMs: 300_000, maxKeys: 1000 }

/** Cached across projects, which may scrape at the same time. */
const figureAges = { freshMs: 1000, staleMs: 1000, maxKeys: 1 }

/**
 * A project's monitors and the installation for Prometheus, in pieces, so that a long response does not block
 * others.
 * @throws {DomainError} what `access.require` throws.
 */
export function createMetrics(services: Services) {
  const uptimesOf = createSwrCache(services, {
    ...uptimeAges,
    read: (projectId) => readUptimeOfProject(services, projectId),
  })
  const figuresOf = createSwrCache(services, {
    ...figureAges,
    read: () => readFigures(services),
  })
  return async function metrics(ctx: Context, projectId: string): Promise<Iterable<string>> {
    const found = await readMetrics(ctx, projectId)
    const uptimes = await uptimesOf(projectId)
    return write(
      found.map((row) => ({
        ...row,
        labels: writeLabels({ id: row.id, name: row.name, type: row.kind }),
        uptimes: uptimes.get(row.id) ?? null,
      })),
      await figuresOf("installation"),
    )
  }
}

function* write(rows: Row[], figures: Figures): Generator<string> {
  const monitors = { name: "watchkeeper_monitors", help: "How many monitors the project has." }
  yield* writeMetric(monitors, [rows], (all) => [["", all.length]])
  for (const gauge of gauges) yield* writeMetric(gauge, rows, gauge.of)
  for (const metric of machinery) yield* writeMetric(metric, [figures], metric.of)
}
