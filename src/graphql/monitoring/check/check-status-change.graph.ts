import { readFindings } from "../../../findings/finding.ts"
import { reasonOf } from "../../../findings/say.ts"
import { builder } from "../../kernel/builder.ts"
import { Finding } from "../../kernel/finding.graph.ts"
import { relationPage } from "../../kernel/connection.graph.ts"
import { byNumber, keysetOf } from "../../kernel/prisma-keyset.ts"
import { MonitorStatus } from "./check-enums.graph.ts"
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
    reason: t.string({
      nullable: true,
      description: "The reason in one English sentence; null if it is operational.",
      select: { reason: true, findings: true },
      resolve: ({ findings, reason }) => reasonOf(readFindings(findings, reason)),
    }),
    findings: t.field({
      type: [Finding],
      description: "The same as data; empty if it is operational.",
      select: { reason: true, findings: true },
      resolve: ({ findings, reason }) => readFindings(findings, reason),
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
