import { builder } from "../../../kernel/builder.ts"
import type { Context } from "../../../kernel/context.ts"
import { countMonitors, type MonitorCounts } from "./count-monitors.ts"
import { listMonitorRows, listMonitors, readOf, type MonitorRows } from "./list-monitors.ts"
import { MonitorKind, MonitorSort } from "../monitor-enums.graph.ts"
import { MonitorStatus } from "../../check/check-enums.graph.ts"
import type { MonitorFilter } from "../monitor-filter.ts"
import { Monitor } from "../monitor.graph.ts"

const Counts = builder.objectRef<MonitorCounts>("MonitorCounts").implement({
  description:
    "How many monitors have which status; each is counted once: as paused, in maintenance, or by its status.",
  fields: (t) => ({
    operational: t.exposeInt("operational", { description: "Monitors that are operational." }),
    degraded: t.exposeInt("degraded", { description: "Monitors that are degraded." }),
    offline: t.exposeInt("offline", { description: "Monitors that are offline." }),
    unknown: t.exposeInt("unknown", { description: "Monitors whose status is unknown." }),
    inMaintenance: t.exposeInt("inMaintenance", {
      description: "Monitors in a maintenance window now, whatever their status.",
    }),
    paused: t.exposeInt("paused", { description: "Paused monitors." }),
    offlineInMaintenance: t.exposeInt("offlineInMaintenance", {
      description: "Those of `inMaintenance` that are offline.",
    }),
    degradedInMaintenance: t.exposeInt("degradedInMaintenance", {
      description: "Those of `inMaintenance` that are degraded.",
    }),
  }),
})

/** What a page of the list knows about its list. */
type Listed = { projectId: string; filter: MonitorFilter }

const totalOf = async (ctx: Context, { projectId, filter }: Listed): Promise<number> => {
  const counts = await countMonitors(ctx, projectId, filter)
  const { operational, degraded, offline, unknown, inMaintenance, paused } = counts
  return operational + degraded + offline + unknown + inMaintenance + paused
}

builder.prismaObjectField("Project", "monitors", (t) =>
  t.connection(
    {
      type: Monitor,
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
        const shown = { sort: sort ?? "NAME_ASC", ...readOf(info, ["edges", "node"]) }
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
          description:
            "Counts by status of the filter without its `statuses`, `isPaused` and `isInMaintenance`.",
          resolve: (page, _args, ctx) => {
            const { projectId, filter } = (page as unknown as Page).listed
            return countMonitors(ctx, projectId, {
              ...filter,
              statuses: null,
              isPaused: null,
              isInMaintenance: null,
            })
          },
        }),
      }),
    },
  ),
)

type Page = { listed: Listed }

const Rows = builder.objectRef<MonitorRows>("MonitorRows").implement({
  description: "One page of monitors.",
  fields: (t) => ({
    rows: t.field({
      type: [Monitor],
      description: "The monitors of this page, in order.",
      resolve: ({ rows }) => rows,
    }),
    hasNextPage: t.exposeBoolean("hasNextPage", {
      description: "Whether entries follow this page.",
    }),
    endCursor: t.exposeString("endCursor", {
      nullable: true,
      description: "The cursor of the last row; null on an empty page.",
    }),
  }),
})

builder.queryField("monitorRows", (t) =>
  t.field({
    type: Rows,
    description:
      "The monitors of a project by name, for lists that are read often; `Project.monitors` searches, filters and sorts. Needs monitors:read.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      first: t.arg.int({ description: "Number of monitors, at most 100; 25 by default." }),
      after: t.arg.string({ description: "Only entries after this cursor." }),
    },
    resolve: (_root, args, ctx, info) => listMonitorRows(ctx, args, readOf(info, ["rows"])),
  }),
)
