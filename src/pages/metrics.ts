import type { Uptimes } from "../graphql/check/uptime-of-project.ts"
import { readUptimeOfProject } from "../graphql/check/uptime-of-project.ts"
import type { Context } from "../graphql/context.ts"
import type { Figures } from "../graphql/health/read-figures.ts"
import { readFigures } from "../graphql/health/read-figures.ts"
import type { MonitorMetrics } from "../graphql/monitor/read-metrics.ts"
import { readMetrics } from "../graphql/monitor/read-metrics.ts"
import type { Services } from "../services.ts"
import type { Sample } from "./exposition.ts"
import { writeGauge, writeLabels } from "./exposition.ts"
import { createLately } from "./lately.ts"

type Row = MonitorMetrics & { labels: string; uptimes: Uptimes | null }
type Gauge = { name: string; help: string; of(row: Row): Sample[] }

const statuses = ["operational", "degraded", "offline", "unknown"] as const
const phases = ["dns", "connect", "tls", "first_byte", "transfer"] as const
const windows = { "24h": "day", "30d": "month" } as const

const maybe = (labels: string, value: number | boolean | null): Sample[] =>
  value === null ? [] : [[labels, value]]

const eachWindow = (
  { labels, uptimes }: Row,
  pick: (uptime: Uptimes["day"]) => number | null,
): Sample[] =>
  Object.entries(windows).flatMap(([name, window]) =>
    uptimes === null ? [] : maybe(`${labels},window="${name}"`, pick(uptimes[window])),
  )

/** A value that is not known has no sample: neither 0 nor 1 would be true. */
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
    help: "When the last check began, in seconds since 1970; absent before the first.",
    of: ({ labels, checked_at }) => maybe(labels, checked_at),
  },
  {
    name: "watchkeeper_monitor_response_seconds",
    help: "Response time of the last check; absent where it was not answered.",
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
    help: "Until the certificate that the last check saw expires, negative once it has; divide by 86400 for days.",
    of: ({ labels, certificate_left }) => maybe(labels, certificate_left),
  },
  {
    name: "watchkeeper_monitor_uptime_ratio",
    help: "Share of the time seen in which the monitor was up, from 0 to 1: over the last 24 hours, and over today and the 30 days (UTC) before; absent where nothing was seen. Up to five minutes old.",
    of: (row) => eachWindow(row, ({ up }) => up),
  },
  {
    name: "watchkeeper_monitor_uptime_coverage_ratio",
    help: "Share of that window that was seen and was no maintenance, from 0 to 1.",
    of: (row) => eachWindow(row, ({ coverage }) => coverage),
  },
]

const lanes = ["event", "webhook", "page", "notice"] as const

/** Of the whole installation, so that whoever scrapes one project hears of it, too. */
const machinery: { name: string; help: string; of(figures: Figures): Sample[] }[] = [
  {
    name: "watchkeeper_outbox_oldest_due_seconds",
    help: "For how long the oldest delivery of a lane has been due; 0 where none waits.",
    of: ({ oldestDue }) => lanes.map((lane) => [`lane="${lane}"`, oldestDue[lane] ?? 0] as const),
  },
  {
    name: "watchkeeper_escalation_open_alerts",
    help: "Open alerts that nobody has acknowledged.",
    of: ({ openAlerts }) => [["", openAlerts]],
  },
  {
    name: "watchkeeper_escalation_faults",
    help: "Open alerts that the last audit found without a next step.",
    of: ({ faults }) => [["", faults]],
  },
  {
    name: "watchkeeper_escalation_faults_found",
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

/** The same for all projects, which may scrape at the same moment. */
const figureAges = { freshMs: 1000, staleMs: 1000, maxKeys: 1 }

/**
 * The monitors of a project and the machinery for Prometheus, a piece at a time, so that a long answer holds nobody up.
 *
 * @throws {DomainError} what `access.require` throws.
 */
export function createMetrics(services: Services) {
  const uptimesOf = createLately(services, {
    ...uptimeAges,
    read: (projectId) => readUptimeOfProject(services, projectId),
  })
  const figuresOf = createLately(services, {
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
  yield* writeGauge("watchkeeper_monitors", "How many monitors the project has.", [rows], (all) => [
    ["", all.length],
  ])
  for (const { name, help, of } of gauges) yield* writeGauge(name, help, rows, of)
  for (const { name, help, of } of machinery) yield* writeGauge(name, help, [figures], of)
}
