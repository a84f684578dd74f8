import { builder } from "../../kernel/builder.ts"
import { includeNodes } from "../../kernel/connection.graph.ts"
import { connectionOf } from "../../kernel/keyset.ts"
import { MonitorKind, MonitorSort, MonitorStatus } from "./monitor-enums.graph.ts"
import { Monitor } from "./monitor.graph.ts"
import { listMonitors } from "./list-monitors.ts"

builder.prismaObjectField("Project", "monitors", (t) =>
  t.connection({
    type: Monitor,
    description: "The project's monitors, by name by default. Needs monitors:read.",
    args: {
      search: t.arg.string({ description: "A part of the name; letter case does not matter." }),
      kinds: t.arg({ type: [MonitorKind], description: "Only these kinds." }),
      statuses: t.arg({
        type: [MonitorStatus],
        description: "Only monitors with one of these statuses.",
      }),
      labelIds: t.arg.idList({ description: "Only monitors with at least one of these labels." }),
      isPaused: t.arg.boolean({ description: "Only paused ones, or only the others." }),
      isMuted: t.arg.boolean({ description: "Only those muted now, or only the others." }),
      sort: t.arg({ type: MonitorSort, description: "The order; by name by default." }),
    },
    resolve: async (project, { sort, first, after, last, before, ...filter }, context, info) => {
      const args = { first, after, last, before }
      const page = await listMonitors(context, project.id, filter, sort ?? "NAME_ASC", args)
      const rows = await context.database.prisma.monitor.findMany({
        ...includeNodes(context, info),
        where: { id: { in: page.ids } },
      })
      return connectionOf(page, rows)
    },
  }),
)
