import { builder } from "../builder.ts"
import { MonitorKind, MonitorStatus } from "./graph-enum.ts"
import type { MonitorRow, MonitorRows } from "./list-rows.ts"
import { listMonitorRows } from "./list-rows.ts"

/** Plain values without scopes of their own: whoever got the page may read its rows. */
const Row = builder.objectRef<MonitorRow>("MonitorRow").implement({
  description:
    "A monitor as lists show it, read as quickly as can be. The whole of it is `monitor`.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    name: t.exposeString("name", { description: "1 to 200 characters." }),
    description: t.exposeString("description", { description: "At most 5,000 characters." }),
    kind: t.expose("kind", { type: MonitorKind, description: "What it does." }),
    status: t.expose("status", { type: MonitorStatus, description: "How the target is." }),
    statusColor: t.exposeString("statusColor", {
      description: "The colour of the status, #rrggbb.",
    }),
    isPaused: t.exposeBoolean("isPaused", { description: "True while nobody looks." }),
    failureThreshold: t.exposeInt("failureThreshold", {
      description: "How many failures in a row make an outage.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
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
    hasNextPage: t.exposeBoolean("hasNextPage", { description: "Whether more follows this page." }),
    endCursor: t.exposeString("endCursor", {
      nullable: true,
      description: "The place of the last one; null on an empty page.",
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
      first: t.arg.int({ description: "How many, 100 at most; 25 where absent." }),
      after: t.arg.string({ description: "Only what follows this cursor." }),
    },
    resolve: (_root, args, ctx) => listMonitorRows(ctx, args),
  }),
)
