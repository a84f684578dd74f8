import { readBackupState, type BackupState } from "../graphql/workspace/backup/read-backup-state.ts"
import { readFigures, type Figures } from "../graphql/monitoring/health/read-health.ts"
import { judgeHealth } from "../graphql/monitoring/health/rules/judge-health.ts"
import type { Services } from "../platform/services.ts"
import { writeLabels, writeMetric, type Metric, type Sample } from "./exposition.ts"
import { machinery, maybe } from "./metrics.ts"

type Lease = { queue: string; held: number; expired: number }
type State = { figures: Figures; backup: BackupState; leases: Lease[] }
type Gauge = Metric & { of(state: State): Sample[] }

const partNames = [
  "probe",
  "outbox",
  "escalation",
  "messages",
  "disk",
  "resources",
  "roles",
  "watcher",
] as const

/** Figures of each process, with its role and machine. */
const ofReports = (
  { figures }: State,
  pick: (report: Figures["reports"][number]) => number | null | undefined,
): Sample[] =>
  figures.reports.flatMap((report) =>
    maybe(
      writeLabels({ role: report.role, host: report.host, process: report.processId }),
      pick(report) ?? null,
    ),
  )

const gauges: Gauge[] = [
  {
    name: "watchkeeper_health_part",
    help: "State of a part of /api/health: 2 if it is ok, 1 if it is degraded, 0 if it is down.",
    of: ({ figures }) => {
      const judged = judgeHealth(figures)
      const value = { ok: 2, degraded: 1, down: 0 }
      return partNames.map((part) => [`part="${part}"`, value[judged[part].status]] as const)
    },
  },
  {
    name: "watchkeeper_monitors_probed",
    help: "Monitors of all projects that are probed.",
    of: ({ figures }) => [["", figures.monitors]],
  },
  {
    name: "watchkeeper_monitors_overdue",
    help: "Monitors whose next check should have finished by now.",
    of: ({ figures }) => [["", figures.overdueMonitors]],
  },
  {
    name: "watchkeeper_monitors_inconclusive",
    help: "Monitors whose last check could not see the target.",
    of: ({ figures }) => [["", figures.unknownMonitors]],
  },
  {
    name: "watchkeeper_last_check_age_seconds",
    help: "Age of the last finished check; absent before the first.",
    of: ({ figures }) => maybe("", figures.lastCheckAge),
  },
  {
    name: "watchkeeper_delivery_leases",
    help: "Deliveries that a worker has claimed, by queue.",
    of: ({ leases }) => leases.map(({ queue, held }) => [`queue="${queue}"`, held] as const),
  },
  {
    name: "watchkeeper_delivery_leases_expired",
    help: "Claimed deliveries whose worker did not settle them in time; another one takes them.",
    of: ({ leases }) => leases.map(({ queue, expired }) => [`queue="${queue}"`, expired] as const),
  },
  {
    name: "watchkeeper_backup_age_seconds",
    help: "Age of the newest verified backup; absent without one.",
    of: ({ backup }) => maybe("", backup.newestVerifiedAge),
  },
  {
    name: "watchkeeper_backup_bytes",
    help: "Size of the newest backup; absent without one.",
    of: ({ backup }) => maybe("", backup.bytes),
  },
  {
    name: "watchkeeper_process_report_age_seconds",
    help: "How long ago a process reported, which it does every ten seconds.",
    of: (state) => ofReports(state, ({ age }) => age),
  },
  {
    name: "watchkeeper_disk_free_bytes",
    help: "Free space of the disk of a process's DATA_DIR.",
    of: (state) => ofReports(state, ({ usage }) => usage.disk?.freeBytes),
  },
  {
    name: "watchkeeper_disk_bytes",
    help: "Size of that disk.",
    of: (state) => ofReports(state, ({ usage }) => usage.disk?.totalBytes),
  },
  {
    name: "watchkeeper_file_descriptors_ratio",
    help: "Share of a process's file descriptors that are open, from 0 to 1.",
    of: (state) => ofReports(state, ({ usage }) => shareOf(usage.descriptors)),
  },
  {
    name: "watchkeeper_memory_ratio",
    help: "Share of the memory limit of a process's control group that is used; absent without a limit.",
    of: (state) => ofReports(state, ({ usage }) => shareOf(usage.memory)),
  },
]

const shareOf = (bound: { used: number; limit: number } | null) =>
  bound === null ? null : bound.used / bound.limit

/** Names of everything that is exposed, for rules and dashboards. */
export const installationMetricNames = [...gauges, ...machinery].map(({ name }) => name)

/** The installation for Prometheus, as a whole and by process. */
export async function readInstallationMetrics(services: Services): Promise<Iterable<string>> {
  const { pool } = services.database
  const figures = await readFigures(services)
  const backup = await readBackupState(pool)
  const { rows: leases } = await pool.query<Lease>({
    name: "lease-counts",
    text: `select queue::text, count(*)::int as held, (count(*) filter (where until < now()))::int as expired
             from delivery_lease group by queue order by queue`,
  })
  const state = { figures, backup, leases }
  return (function* write() {
    for (const gauge of gauges) yield* writeMetric(gauge, [state], gauge.of)
    for (const metric of machinery) yield* writeMetric(metric, [figures], metric.of)
  })()
}
