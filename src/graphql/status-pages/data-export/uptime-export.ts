import type { Uptime } from "../../monitoring/check/check-uptime.ts"
import { excludedMsOf, percentOf, uncorrected } from "../../monitoring/check/rules/uptime-times.ts"
import { readUptimesOfSpans } from "../../monitoring/check/uptimes-of-spans.ts"
import { monitorFilter } from "../../monitoring/monitor/monitor-filter.ts"
import { defineExport, type ExportScope } from "./export-kind.ts"
import { readMonitors, type ExportedMonitor } from "./read-monitors.ts"
import { time, windowOf } from "./rules/export-filter.ts"

type Row = ExportedMonitor & { uptime: Uptime }

const filter = monitorFilter.extend({ from: time.nullish(), to: time.nullish() }).strict()

const rounded = (value: number | null): number | null =>
  value === null ? null : Math.floor(value * 1e6) / 1e6
const seconds = (ms: number) => ms / 1000

export const uptimeExport = defineExport({
  title: "Uptime",
  about: "One row per monitor, in the order of creation.",
  permissions: ["monitors:read"],
  filter,
  filterAbout:
    "As Project.monitors (search, ids, kinds, statuses, labelIds, policyId, isPaused, isMuted, isInMaintenance), and from and to: by default the last 30 days, at most 400.",
  columns: [
    { name: "monitor_id", about: "The monitor.", of: ({ id }: Row) => id },
    { name: "monitor", about: "Its name.", of: ({ name }: Row) => name },
    {
      name: "from",
      about: "Start of the window.",
      isTime: true,
      of: ({ uptime }: Row) => uptime.from,
    },
    { name: "to", about: "End of the window.", isTime: true, of: ({ uptime }: Row) => uptime.to },
    {
      name: "uptime_percent",
      about: "Uptime of the time with data, with corrections; empty without data.",
      of: ({ uptime }: Row) => rounded(uptime.percent),
    },
    {
      name: "uncorrected_percent",
      about: "The same without corrections.",
      of: ({ uptime }: Row) => rounded(percentOf(uncorrected(uptime.times))),
    },
    {
      name: "excluded_seconds",
      about: "Seconds with data that corrections leave out; 0 if the figure is not corrected.",
      of: ({ uptime }: Row) => seconds(excludedMsOf(uptime.times)),
    },
    {
      name: "coverage",
      about: "0 to 1: the share of the window with data.",
      of: ({ uptime }: Row) => rounded(uptime.coverage),
    },
    {
      name: "operational_seconds",
      about: "Seconds in which it worked.",
      of: ({ uptime }: Row) => seconds(uptime.times.operational),
    },
    {
      name: "degraded_seconds",
      about: "Seconds in which it worked, but not as it should.",
      of: ({ uptime }: Row) => seconds(uptime.times.degraded),
    },
    {
      name: "offline_seconds",
      about: "Seconds in which it did not work.",
      of: ({ uptime }: Row) => seconds(uptime.times.offline),
    },
    {
      name: "unknown_seconds",
      about: "Seconds without conclusive checks.",
      of: ({ uptime }: Row) => seconds(uptime.times.unknown),
    },
    {
      name: "maintenance_seconds",
      about: "Seconds under maintenance.",
      of: ({ uptime }: Row) => seconds(uptime.times.maintenance),
    },
  ],
  read: (scope, { from, to, ...wanted }) =>
    readUptimes(scope, wanted, windowOf({ from, to }, scope.clock.now())),
})

async function* readUptimes(
  scope: ExportScope,
  wanted: Parameters<typeof readMonitors>[1],
  window: { from: Date; to: Date },
): AsyncGenerator<Row[]> {
  for await (const monitors of readMonitors(scope, wanted)) {
    const spans = monitors.map(({ seq }) => ({ seq, ...window }))
    const uptimes = await readUptimesOfSpans(scope, spans)
    yield monitors.flatMap((monitor, at) => {
      const uptime = uptimes[at]
      return uptime === undefined ? [] : [{ ...monitor, uptime }]
    })
  }
}
