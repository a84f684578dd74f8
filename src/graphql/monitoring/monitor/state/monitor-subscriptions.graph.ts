import { builder } from "../../../kernel/builder.ts"
import type { Watched } from "../../../live/watch.ts"
import type { MonitorCheck } from "../../check/list-checks.ts"
import { Check } from "../../check/check.graph.ts"
import { MonitorStatus } from "../../check/check-enums.graph.ts"
import { watchChecks } from "./watch-checks.ts"
import { watchStatus, type StatusEvent } from "./watch-status.ts"

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
      ...t.explainedOrNull(
        "reason",
        "The reason in one English sentence; null if it is operational.",
        ({ row }) => row.findings,
      ),
    }),
  })

const CheckEvent = builder.objectRef<Watched<MonitorCheck>>("CheckEvent").implement({
  description: "A check that was recorded.",
  fields: (t) => ({
    isSnapshot: t.exposeBoolean("isSnapshot", {
      description: "True for the last check, with which the stream opens.",
    }),
    check: t.field({
      type: Check,
      description: "The check.",
      resolve: ({ row }) => row,
    }),
  }),
})

builder.subscriptionFields((t) => ({
  monitorStatusChanged: t.field({
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
  checkRecorded: t.field({
    type: CheckEvent,
    description: "Starts with the last check, then sends every new one. Needs monitors:read.",
    args: { monitorId: t.arg.id({ required: true, description: "The monitor." }) },
    subscribe: (_root, { monitorId }, ctx) => watchChecks(ctx, monitorId),
    resolve: (event) => event,
  }),
}))
