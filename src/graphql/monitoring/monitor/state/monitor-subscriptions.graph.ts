import { reasonOf } from "../../../../findings/say.ts"
import { builder } from "../../../kernel/builder.ts"
import { Finding } from "../../../kernel/finding.graph.ts"
import type { Watched } from "../../../live/watch.ts"
import { MonitorStatus } from "../monitor-enums.graph.ts"
import type { StatusEvent } from "./watch-status.ts"
import { watchStatus } from "./watch-status.ts"

const MonitorStatusChange = builder
  .objectRef<Watched<StatusEvent>>("MonitorStatusChange")
  .implement({
    description: "The status of a monitor, as it is or as it changed.",
    fields: (t) => ({
      isSnapshot: t.exposeBoolean("isSnapshot", {
        description: "True for the initial snapshot of the stream.",
      }),
      monitorId: t.id({
        description: "The monitor, without reading it.",
        resolve: ({ row }) => row.monitorId,
      }),
      monitor: t.prismaField({
        type: "Monitor",
        description: "The monitor as of this event.",
        resolve: (query, { row }, _args, { database }) =>
          database.prisma.monitor.findUniqueOrThrow({ ...query, where: { id: row.monitorId } }),
      }),
      from: t.field({
        type: MonitorStatus,
        nullable: true,
        description: "The previous status; null if there was none.",
        resolve: ({ row }) => row.from,
      }),
      to: t.field({
        type: MonitorStatus,
        description: "The current status.",
        resolve: ({ row }) => row.to,
      }),
      at: t.field({
        type: "DateTime",
        description: "When it became true: for an outage, its first failed check.",
        resolve: ({ row }) => row.at,
      }),
      decidedAt: t.field({
        type: "DateTime",
        description: "When it was confirmed.",
        resolve: ({ row }) => row.decidedAt,
      }),
      reason: t.string({
        nullable: true,
        description: "The reason in one English sentence; null if it is operational.",
        resolve: ({ row }) => reasonOf(row.findings),
      }),
      findings: t.field({
        type: [Finding],
        description: "The same as data; empty if it is operational.",
        resolve: ({ row }) => row.findings,
      }),
    }),
  })

builder.subscriptionField("monitorStatusChanged", (t) =>
  t.field({
    type: MonitorStatusChange,
    description:
      "Starts with the status of every selected monitor, then sends every change. Needs monitors:read.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      monitorIds: t.arg.idList({ description: "Only these monitors, at most 1,000." }),
      changesOnly: t.arg.boolean({
        description: "Whether to leave out the status of every monitor at the start.",
      }),
    },
    subscribe: (_root, args, ctx) => watchStatus(ctx, args),
    resolve: (change) => change,
  }),
)
