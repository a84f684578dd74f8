import { builder } from "../../kernel/builder.ts"
import { MonitorKind, MonitorStatus } from "./monitor-enums.graph.ts"
import type { MonitorRow, MonitorRows } from "./list-monitor-rows.ts"
import { listMonitorRows } from "./list-monitor-rows.ts"

/** Plain values without scopes: anyone who may read the page may read its rows. */
const Row = builder.objectRef<MonitorRow>("MonitorRow").implement({
  description: "A monitor with the fields that lists show; `monitor` returns all fields.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    name: t.exposeString("name", { description: "1 to 200 characters." }),
    description: t.exposeString("description", { description: "At most 5,000 characters." }),
    kind: t.expose("kind", { type: MonitorKind, description: "Its kind." }),
    status: t.expose("status", {
      type: MonitorStatus,
      description: "Current status of the target.",
    }),
    statusColor: t.exposeString("statusColor", {
      description: "Color of the status, #rrggbb.",
    }),
    isPaused: t.exposeBoolean("isPaused", { description: "True while it is not checked." }),
    failureThreshold: t.exposeInt("failureThreshold", {
      description: "The failure threshold.",
    }),
    mutedUntil: t.expose("mutedUntil", {
      type: "DateTime",
      nullable: true,
      description: "When the mute ends; null if it is not muted.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
    updatedAt: t.expose("updatedAt", {
      type: "DateTime",
      description: "When a person last changed it.",
    }),
  }),
})

const Rows = builder.objectRef<MonitorRows>("MonitorRows").implement({
  description: "One page of monitors.",
  fields: (t) => ({
    rows: t.expose("rows", { type: [Row], description: "The monitors of this page, in order." }),
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
      "The monitors of a project by name, for lists that are read often. Needs monitors:read.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      first: t.arg.int({ description: "Number of monitors, at most 100; 25 by default." }),
      after: t.arg.string({ description: "Only entries after this cursor." }),
    },
    resolve: (_root, args, ctx) => listMonitorRows(ctx, args),
  }),
)
