import { builder } from "../../kernel/builder.ts"
import { relationPage } from "../../kernel/connection.graph.ts"
import { byNumber, keysetOf } from "../../kernel/prisma-keyset.ts"
import { MonitorStatus } from "../monitor/monitor-enums.graph.ts"
import { mayOfRow } from "../../kernel/row-access.ts"

builder.prismaObject("StatusChange", {
  description: "A status change of a monitor.",
  include: { monitor: { select: { projectId: true } } },
  authScopes: ({ monitorId, monitor: { projectId } }) =>
    mayOfRow("monitor", monitorId, projectId, "monitors:read"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    from: t.expose("from", {
      type: MonitorStatus,
      nullable: true,
      description: "The previous status.",
    }),
    to: t.expose("to", { type: MonitorStatus, description: "The new status." }),
    at: t.expose("at", {
      type: "DateTime",
      description: "When it became true: for an outage, its first failed check.",
    }),
    decidedAt: t.expose("decidedAt", {
      type: "DateTime",
      description: "When it was confirmed.",
    }),
    reason: t.exposeString("reason", {
      nullable: true,
      description: "The reason in one sentence; null if it is operational.",
    }),
  }),
})

const newest = keysetOf("status-changes", { seq: byNumber }, { isDescending: true })

builder.prismaObjectField("Monitor", "statusChanges", (t) =>
  relationPage(t, "statusChanges", {
    order: newest,
    description: "Its status changes, the last decided first.",
  }),
)
