import { reasonOf } from "../../../findings/say.ts"
import { listOutages, type Outage } from "../../monitoring/check/list-outages.ts"
import { monitorFilter } from "../../monitoring/monitor/monitor-filter.ts"
import { defineExport, type ExportScope } from "./export-kind.ts"
import { readMonitors, type ExportedMonitor } from "./read-monitors.ts"
import { time, windowOf } from "./rules/export-filter.ts"

type Row = { monitor: ExportedMonitor; outage: Outage; isExcluded: boolean }

const filter = monitorFilter.extend({ from: time.nullish(), to: time.nullish() }).strict()

export const outagesExport = defineExport({
  title: "Outages",
  about:
    "One row per outage, by monitor in the order of creation, then newest first; at most 500 per monitor.",
  permissions: ["monitors:read"],
  filter,
  filterAbout: "As for uptime. An outage that touches the window is included.",
  columns: [
    { name: "monitor_id", about: "The monitor.", of: ({ monitor }: Row) => monitor.id },
    { name: "monitor", about: "Its name.", of: ({ monitor }: Row) => monitor.name },
    { name: "level", about: "offline or degraded.", of: ({ outage }: Row) => outage.level },
    {
      name: "started_at",
      about: "Its first failed check.",
      isTime: true,
      of: ({ outage }: Row) => outage.startedAt,
    },
    {
      name: "confirmed_at",
      about: "When it was confirmed.",
      isTime: true,
      of: ({ outage }: Row) => outage.decidedAt,
    },
    {
      name: "ended_at",
      about: "When it ended; empty while it lasts.",
      isTime: true,
      of: ({ outage }: Row) => outage.endedAt,
    },
    {
      name: "seconds",
      about: "Its duration, without time that was inconclusive.",
      of: ({ outage }: Row) => outage.seconds,
    },
    {
      name: "is_excluded",
      about: "Whether a correction leaves all of it out of the uptime.",
      of: ({ isExcluded }: Row) => isExcluded,
    },
    {
      name: "reason",
      about: "The first failure in English.",
      of: ({ outage }: Row) => reasonOf(outage.findings),
    },
  ],
  read: (scope, { from, to, ...wanted }) =>
    readOutages(scope, wanted, windowOf({ from, to }, scope.clock.now())),
})

async function* readOutages(
  scope: ExportScope,
  wanted: Parameters<typeof readMonitors>[1],
  window: { from: Date; to: Date },
): AsyncGenerator<Row[]> {
  const { prisma } = scope.database
  for await (const monitors of readMonitors(scope, wanted)) {
    const corrections = await prisma.correctionMonitor.findMany({
      where: {
        monitorId: { in: monitors.map(({ id }) => id) },
        correction: { startsAt: { lt: window.to }, endsAt: { gt: window.from } },
      },
      select: { monitorId: true, correction: { select: { startsAt: true, endsAt: true } } },
    })
    const byMonitor = Map.groupBy(corrections, ({ monitorId }) => monitorId)
    for (const monitor of monitors) {
      const { outages } = await listOutages(scope, monitor.id, window)
      if (outages.length === 0) continue
      const spans = byMonitor.get(monitor.id) ?? []
      yield outages.map((outage) => ({
        monitor,
        outage,
        isExcluded: spans.some(
          ({ correction: { startsAt, endsAt } }) =>
            startsAt <= outage.startedAt && outage.endedAt !== null && outage.endedAt <= endsAt,
        ),
      }))
    }
  }
}
