import { builder } from "../builder.ts"
import type { Watched } from "../watch.ts"
import { MonitorStatus } from "./graph-enum.ts"
import type { StatusEvent } from "./watch-status.ts"
import { watchStatus } from "./watch-status.ts"

const MonitorStatusChange = builder
  .objectRef<Watched<StatusEvent>>("MonitorStatusChange")
  .implement({
    description: "The status of a monitor, as it is or as it changed.",
    fields: (t) => ({
      isSnapshot: t.exposeBoolean("isSnapshot", {
        description: "True while the stream tells the state it opens with.",
      }),
      monitor: t.prismaField({
        type: "Monitor",
        description: "The monitor, read at this moment.",
        resolve: (query, { row }, _args, { database }) =>
          database.prisma.monitor.findUniqueOrThrow({ ...query, where: { id: row.monitorId } }),
      }),
      from: t.field({
        type: MonitorStatus,
        nullable: true,
        description: "What it was before; null where it was never anything else.",
        resolve: ({ row }) => row.from,
      }),
      to: t.field({
        type: MonitorStatus,
        description: "What it is.",
        resolve: ({ row }) => row.to,
      }),
      at: t.field({
        type: "DateTime",
        description: "When it became true: for an outage, its first failed check.",
        resolve: ({ row }) => row.at,
      }),
      decidedAt: t.field({
        type: "DateTime",
        description: "When we became sure of it.",
        resolve: ({ row }) => row.decidedAt,
      }),
      reason: t.string({
        nullable: true,
        description: "Why, in a sentence; null where all is well.",
        resolve: ({ row }) => row.reason,
      }),
    }),
  })

builder.subscriptionField("monitorStatusChanged", (t) =>
  t.field({
    type: MonitorStatusChange,
    description:
      "Opens with the status of every monitor asked for, then brings each change. Needs monitors:read.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      monitorIds: t.arg.idList({ description: "Only these monitors, at most 1,000." }),
    },
    subscribe: (_root, args, ctx) => watchStatus(ctx, args),
    resolve: (change) => change,
  }),
)
