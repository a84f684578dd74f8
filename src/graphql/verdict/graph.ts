import { builder } from "../builder.ts"
import { checkedPage, requireCursors } from "../cursor.ts"
import { Step } from "./graph-step.ts"
import { readSteps } from "./steps.ts"

const Decision = builder.enumType("Decision", {
  description: "What came of looking at a monitor's results.",
  values: {
    DECLARED: { value: "declared", description: "An outage was declared." },
    RECOVERED: { value: "recovered", description: "An outage ended." },
    REOPENED: { value: "reopened", description: "An outage came back and was opened again." },
    SILENCED: { value: "silenced", description: "An outage was seen and nothing was said." },
    STATUS_ONLY: { value: "status_only", description: "The status changed, and no more." },
  } as const,
})

builder.prismaObject("Verdict", {
  description: "Why we spoke or stayed silent.",
  include: { monitor: { select: { projectId: true } } },
  authScopes: ({ monitor: { projectId } }) => ({
    may: { projectId, permission: "monitors:read", noun: "verdict" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    decision: t.expose("decision", { type: Decision, description: "What came of it." }),
    steps: t.field({
      type: [Step],
      description: "The rules in the order in which they were asked.",
      resolve: ({ steps }) => readSteps(steps),
    }),
    at: t.expose("at", { type: "DateTime", description: "When it was decided." }),
    monitor: t.relation("monitor", { description: "What was looked at." }),
    incident: t.relation("incident", {
      nullable: true,
      description: "The incident that it led to or was about.",
    }),
    alert: t.relation("alert", {
      nullable: true,
      description: "The alert that it led to or was about.",
    }),
  }),
})

builder.prismaObjectField("Monitor", "verdicts", (t) =>
  t.relatedConnection("verdicts", {
    cursor: "id",
    description: "Why we spoke or stayed silent about this monitor, newest first.",
    authScopes: async ({ id, projectId }, page, { database }) => {
      await requireCursors(page, (row) =>
        database.prisma.verdict.count({ where: { id: row, monitorId: id } }),
      )
      return { may: { projectId, permission: "monitors:read", noun: "monitor" } }
    },
    query: (page) => checkedPage(page, { orderBy: [{ at: "desc" }, { id: "desc" }] }),
  }),
)

builder.prismaObjectField("Incident", "verdicts", (t) =>
  t.relatedConnection("verdicts", {
    cursor: "id",
    description: "Why it was declared, opened again or resolved, newest first.",
    authScopes: async ({ id, projectId }, page, { database }) => {
      await requireCursors(page, (row) =>
        database.prisma.verdict.count({ where: { id: row, incidentId: id } }),
      )
      return { may: { projectId, permission: "monitors:read", noun: "incident" } }
    },
    query: (page) => checkedPage(page, { orderBy: [{ at: "desc" }, { id: "desc" }] }),
  }),
)

builder.prismaObjectField("Alert", "verdicts", (t) =>
  t.relatedConnection("verdicts", {
    cursor: "id",
    description: "Why it was raised, opened again or resolved, newest first.",
    authScopes: async ({ id, projectId }, page, { database }) => {
      await requireCursors(page, (row) =>
        database.prisma.verdict.count({ where: { id: row, alertId: id } }),
      )
      return { may: { projectId, permission: "monitors:read", noun: "alert" } }
    },
    query: (page) => checkedPage(page, { orderBy: [{ at: "desc" }, { id: "desc" }] }),
  }),
)
