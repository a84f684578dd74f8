import { say } from "../../../findings/say.ts"
import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { Finding } from "../../kernel/finding.graph.ts"
import { alertScope } from "../../kernel/monitor-scope.ts"
import { OnCallPolicy } from "../policy/policy.graph.ts"
import { readStep } from "./read-step.ts"
import { AlertPage } from "./page.graph.ts"
import { isPlainCause } from "./rules/group-alerts.ts"
import { mayOf, mayOfRow } from "../../kernel/row-access.ts"

const EscalationState = builder.enumType("EscalationState", {
  description: "The state of an escalation.",
  values: valuesOf({
    active: "A next step is scheduled.",
    exhausted: "No step is left. Whether somebody was reached is another question.",
    silenced: "Nobody is paged, because the monitor is paused or a person reopened the alert.",
    ended: "The alert was acknowledged or resolved.",
    joined: "Another alert with the same cause pages for it.",
  }),
})

builder.prismaObject("EscalationStep", {
  description: "One executed step of an escalation.",
  fields: (t) => ({
    round: t.exposeInt("round", { description: "Counts from 1; above 1 for repeats." }),
    ruleOrder: t.exposeInt("ruleOrder", {
      description:
        "The rule's position in its policy, counted from 1; 0 for owners and admins, who are paged if no " +
        "rule reaches anybody; -1 for people and teams that a person paged.",
    }),
    found: t.stringList({
      description: "What each target of the rule resolved to, one English sentence each.",
      resolve: (step) => readStep(step).map((one) => say([one])),
    }),
    findings: t.field({
      type: [Finding],
      description: "What each target of the rule resolved to.",
      resolve: readStep,
    }),
    at: t.expose("at", { type: "DateTime", description: "When it ran." }),
    pages: t.prismaField({
      type: [AlertPage],
      description: "Its pages; empty if it reached nobody.",
      resolve: (query, { alertId, round, ruleOrder }, _args, { database }) =>
        database.prisma.page.findMany({
          ...query,
          where: { alertId, round, ruleOrder },
          orderBy: { id: "asc" },
        }),
    }),
  }),
})

const Escalation = builder.prismaObject("Escalation", {
  description: "The paging for an alert, until somebody acknowledges it.",
  authScopes: ({ alertId, projectId }) => mayOfRow("alert", alertId, projectId, "alerts:read"),
  fields: (t) => ({
    state: t.field({
      type: EscalationState,
      description: "Its state.",
      resolve: ({ state, silencedAt }) =>
        state === "exhausted" && silencedAt !== null ? "silenced" : state,
    }),
    policy: t.prismaField({
      type: OnCallPolicy,
      nullable: true,
      description:
        "The policy it goes by; null if there is none or it was deleted. Needs on_call:read.",
      resolve: (query, { policyId }, _args, { database }) =>
        policyId === null
          ? null
          : database.prisma.onCallPolicy.findUnique({ ...query, where: { id: policyId } }),
    }),
    nextStepAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "When the next step is due; null if there is none.",
      resolve: ({ state, dueAt }) => (state === "active" ? dueAt : null),
    }),
    steps: t.relation("steps", {
      description: "The steps executed so far, oldest first.",
      query: { orderBy: [{ at: "asc" }, { round: "asc" }, { ruleOrder: "asc" }] },
    }),
    lead: t.prismaField({
      type: "Alert",
      nullable: true,
      description:
        "The alert with the same cause that pages for it or took over from it; null if there is none.",
      resolve: async (query, { leadId, projectId }, _args, { access, database }) =>
        leadId === null
          ? null
          : access.seen(
              projectId,
              "alert",
              await database.prisma.alert.findUnique({ ...query, where: { id: leadId } }),
            ),
    }),
    joined: t.prismaField({
      type: ["Alert"],
      description:
        "The alerts with the same cause that it pages for and that are acknowledged with it; at most 100.",
      resolve: async (query, { alertId, projectId }, _args, { access, database }) =>
        database.prisma.alert.findMany({
          ...query,
          where: {
            ...alertScope(await access.limit(projectId)),
            escalation: { leadId: alertId, state: "joined" },
          },
          orderBy: { number: "asc" },
          take: 100,
        }),
    }),
    causes: t.stringList({
      description: "Its possible causes, such as host:shop.example.",
      resolve: async ({ causes, projectId }, _args, { access }) =>
        (await access.limit(projectId)) === null ? causes : causes.filter(isPlainCause),
    }),
    unreachableSince: t.field({
      type: "DateTime",
      nullable: true,
      description:
        "Since when nobody can be reached about the alert, because every message failed, those to owners and admins " +
        "too; null once a provider accepted one. Of the lead, if another alert pages for it.",
      select: { state: true, unreachableSince: true, lead: { select: { unreachableSince: true } } },
      resolve: ({ state, unreachableSince, lead }) =>
        (state === "joined" ? lead?.unreachableSince : unreachableSince) ?? null,
    }),
    endedAt: t.expose("endedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it ended or ran its last step.",
    }),
  }),
})

builder.prismaObjectField("Project", "unreachableAlerts", (t) =>
  t.prismaField({
    type: ["Alert"],
    description:
      "Open alerts about which nobody could be reached, because every message failed; oldest first, at most 20. " +
      "Needs alerts:read.",
    authScopes: ({ id }) => mayOf(id, "alerts:read", "project", "within"),
    resolve: async (query, { id }, _args, { access, database }) =>
      database.prisma.alert.findMany({
        ...query,
        where: {
          ...alertScope(await access.limit(id)),
          projectId: id,
          acknowledgedAt: null,
          resolvedAt: null,
          escalation: { unreachableSince: { not: null }, state: { in: ["active", "exhausted"] } },
        },
        orderBy: { number: "asc" },
        take: 20,
      }),
  }),
)

builder.prismaObjectFields("Alert", (t) => ({
  escalation: t.relation("escalation", {
    type: Escalation,
    nullable: true,
    description: "Its escalation; null for alerts raised before escalations existed.",
  }),
  pages: t.relation("pages", {
    type: AlertPage,
    description: "Its pages, oldest first; the latest 500.",
    query: { orderBy: [{ createdAt: "asc" }, { id: "asc" }], take: -500 },
  }),
}))
