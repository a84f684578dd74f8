import { builder } from "../../kernel/builder.ts"
import type { Context } from "../../kernel/context.ts"
import { selects } from "../../kernel/selected-fields.ts"
import type { MonitorCounts } from "./count-monitors.ts"
import { countMonitors } from "./count-monitors.ts"
import { listMonitors } from "./list-monitors.ts"
import { MonitorKind, MonitorSort, MonitorStatus } from "./monitor-enums.graph.ts"
import type { MonitorFilter } from "./monitor-filter.ts"
import { MonitorRow } from "./monitor-row.graph.ts"

const Counts = builder.objectRef<MonitorCounts>("MonitorCounts").implement({
  description: "How many monitors have which status.",
  fields: (t) => ({
    operational: t.exposeInt("operational", { description: "Monitors that are operational." }),
    degraded: t.exposeInt("degraded", { description: "Monitors that are degraded." }),
    offline: t.exposeInt("offline", { description: "Monitors that are offline." }),
    unknown: t.exposeInt("unknown", { description: "Monitors whose status is unknown." }),
    paused: t.exposeInt("paused", { description: "Paused monitors, counted nowhere else." }),
  }),
})

/** What a page of the list knows about its list. */
type Listed = { projectId: string; filter: MonitorFilter }

const totalOf = async (ctx: Context, { projectId, filter }: Listed): Promise<number> => {
  const { operational, degraded, offline, unknown, paused } = await countMonitors(
    ctx,
    projectId,
    filter,
  )
  return operational + degraded + offline + unknown + paused
}

builder.prismaObjectField("Project", "monitors", (t) =>
  t.connection(
    {
      type: MonitorRow,
      description:
        "The project's monitors, by name by default. Filters apply together. Needs monitors:read.",
      args: {
        search: t.arg.string({
          description: "A part of the name, target or a label; letter case does not matter.",
        }),
        ids: t.arg.idList({ description: "Only these monitors, at most 1,000." }),
        kinds: t.arg({ type: [MonitorKind], description: "Only these kinds." }),
        statuses: t.arg({
          type: [MonitorStatus],
          description: "Only monitors with one of these statuses.",
        }),
        labelIds: t.arg.idList({ description: "Only monitors with at least one of these labels." }),
        policyId: t.arg.id({
          description:
            "Only monitors whose alerts use this on-call policy; with the default policy, also those without one.",
        }),
        isPaused: t.arg.boolean({ description: "Only paused ones, or only the others." }),
        isMuted: t.arg.boolean({ description: "Only those muted now, or only the others." }),
        isInMaintenance: t.arg.boolean({
          description: "Only those in a maintenance window now, or only the others.",
        }),
        sort: t.arg({ type: MonitorSort, description: "The order; by name by default." }),
      },
      resolve: async (
        { id: projectId },
        { sort, first, after, last, before, ...filter },
        ctx,
        info,
      ) => {
        const args = { first, after, last, before }
        const shown = {
          sort: sort ?? "NAME_ASC",
          hasLabels: selects(info, ["edges", "node", "labels"]),
        }
        const page = await listMonitors(ctx, projectId, filter, shown, args)
        return { ...page, listed: { projectId, filter } satisfies Listed }
      },
    },
    {
      fields: (t) => ({
        totalCount: t.int({
          description: "Number of entries on all pages.",
          resolve: (page, _args, ctx) => totalOf(ctx, (page as unknown as Page).listed),
        }),
        counts: t.field({
          type: Counts,
          description: "Counts by status of the filter without its `statuses` and `isPaused`.",
          resolve: (page, _args, ctx) => {
            const { projectId, filter } = (page as unknown as Page).listed
            return countMonitors(ctx, projectId, { ...filter, statuses: null, isPaused: null })
          },
        }),
      }),
    },
  ),
)

type Page = { listed: Listed }
