import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { relationPage } from "../../kernel/connection.graph.ts"
import { byTime, keysetOf } from "../../kernel/prisma-keyset.ts"
import { Step } from "./verdict-step.graph.ts"
import { shownSteps } from "./shown-steps.ts"
import { mayOf, mayOfRow } from "../../kernel/row-access.ts"

export const Decision = builder.enumType("Decision", {
  description: "The outcome of evaluating a monitor's results.",
  values: valuesOf({
    declared: "An outage was declared.",
    recovered: "An outage ended.",
    reopened: "An outage came back and was reopened.",
    silenced: "An outage was found, and its alert was suppressed.",
    status_only: "Only the status changed.",
  }),
})

builder.prismaObject("Verdict", {
  description: "Why an alert did or did not fire.",
  include: { monitor: { select: { projectId: true } } },
  authScopes: ({ monitorId, monitor: { projectId } }) =>
    mayOf(projectId, "monitors:read", "verdict", { type: "monitor", id: monitorId }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    decision: t.expose("decision", { type: Decision, description: "The outcome." }),
    steps: t.field({
      type: [Step],
      description: "The rules, in the order applied.",
      resolve: ({ steps, monitor: { projectId } }, _args, ctx) => shownSteps(ctx, projectId, steps),
    }),
    at: t.expose("at", { type: "DateTime", description: "When it was decided." }),
    monitor: t.relation("monitor", { description: "The monitor." }),
    incident: t.relation("incident", {
      nullable: true,
      description: "The incident it opened or concerned.",
    }),
    alert: t.relation("alert", {
      nullable: true,
      description: "The alert it opened or concerned.",
    }),
  }),
})

const newest = keysetOf("verdicts", { at: byTime }, { isDescending: true })

builder.prismaObjectField("Monitor", "verdicts", (t) =>
  relationPage(t, "verdicts", {
    order: newest,
    description: "Why alerts did or did not fire for this monitor, newest first.",
    authScopes: ({ id, projectId }) => mayOfRow("monitor", id, projectId, "monitors:read"),
  }),
)

builder.prismaObjectField("Incident", "verdicts", (t) =>
  relationPage(t, "verdicts", {
    order: newest,
    description: "Why it was declared, reopened or resolved, newest first.",
    authScopes: ({ id, projectId }) => mayOfRow("incident", id, projectId, "monitors:read"),
  }),
)

builder.prismaObjectField("Alert", "verdicts", (t) =>
  relationPage(t, "verdicts", {
    order: newest,
    description: "Why it was raised, reopened or resolved, newest first.",
    authScopes: ({ id, projectId }) => mayOfRow("alert", id, projectId, "monitors:read"),
  }),
)
