import { builder } from "../builder.ts"
import { checkedPage, requireCursors } from "../cursor.ts"
import { MonitorStatus } from "../monitor/graph-enum.ts"

builder.prismaObject("StatusChange", {
  description: "A moment at which the status of a monitor changed.",
  include: { monitor: { select: { projectId: true } } },
  authScopes: ({ monitor: { projectId } }) => ({
    may: { projectId, permission: "monitors:read", noun: "monitor" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    from: t.expose("from", {
      type: MonitorStatus,
      nullable: true,
      description: "What it was before.",
    }),
    to: t.expose("to", { type: MonitorStatus, description: "What it became." }),
    at: t.expose("at", {
      type: "DateTime",
      description: "When it became true: for an outage, its first failed check.",
    }),
    decidedAt: t.expose("decidedAt", {
      type: "DateTime",
      description: "When we became sure of it.",
    }),
    reason: t.exposeString("reason", {
      nullable: true,
      description: "Why, in a sentence; null where all is well.",
    }),
  }),
})

builder.prismaObjectField("Monitor", "statusChanges", (t) =>
  t.relatedConnection("statusChanges", {
    cursor: "id",
    description: "Every change of its status, the one that was decided last first.",
    authScopes: async ({ id }, page, { database }) => {
      await requireCursors(page, (row) =>
        database.prisma.statusChange.count({ where: { id: row, monitorId: id } }),
      )
      return true
    },
    query: (args) => checkedPage(args, { orderBy: [{ seq: "desc" }] }),
  }),
)
