import { queryFromInfo } from "@pothos/plugin-prisma"
import type { Prisma } from "../../postgres.ts"
import { builder } from "../builder.ts"
import { connectionOf } from "../keyset.ts"
import { MonitorKind, MonitorSort, MonitorStatus } from "./graph-enum.ts"
import { Monitor } from "./graph.ts"
import { listMonitors } from "./list.ts"

/** Monitors are read with all their columns, so a query only ever adds relations. */
type Included = { include?: Prisma.MonitorInclude }

builder.prismaObjectField("Project", "monitors", (t) =>
  t.connection({
    type: Monitor,
    description: "Its monitors, by name where no other order is asked for. Needs monitors:read.",
    args: {
      search: t.arg.string({ description: "A part of the name; letter case does not matter." }),
      kinds: t.arg({ type: [MonitorKind], description: "Only these kinds." }),
      statuses: t.arg({ type: [MonitorStatus], description: "Only those that are so now." }),
      labelIds: t.arg.idList({ description: "Only those that wear at least one of these labels." }),
      isPaused: t.arg.boolean({ description: "Only paused ones, or only the others." }),
      isMuted: t.arg.boolean({ description: "Only those muted now, or only the others." }),
      sort: t.arg({ type: MonitorSort, description: "The order; by name where absent." }),
    },
    resolve: async (project, { sort, first, after, last, before, ...filter }, context, info) => {
      const args = { first, after, last, before }
      const page = await listMonitors(context, project.id, filter, sort ?? "NAME_ASC", args)
      const rows = await context.database.prisma.monitor.findMany({
        ...(queryFromInfo({ context, info, path: ["edges", "node"] }) as Included),
        where: { id: { in: page.ids } },
      })
      return connectionOf(page, rows)
    },
  }),
)
