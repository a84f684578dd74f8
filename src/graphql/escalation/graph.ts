import { builder } from "../builder.ts"
import { OnCallPolicy } from "../on-call/graph-policy.ts"
import { AlertPage } from "./graph-page.ts"

const EscalationState = builder.enumType("EscalationState", {
  description: "How far the paging for an alert has come.",
  values: {
    ACTIVE: { value: "active", description: "The next turn is due at its time." },
    EXHAUSTED: { value: "exhausted", description: "No turn is left." },
    ENDED: { value: "ended", description: "Somebody took the alert on, or it is over." },
    JOINED: { value: "joined", description: "Another alert of the same cause pages for it." },
  } as const,
})

builder.prismaObject("EscalationTurn", {
  description: "One rule had its turn.",
  fields: (t) => ({
    round: t.exposeInt("round", { description: "Counts from 1; above 1 for repeats." }),
    ruleOrder: t.exposeInt("ruleOrder", {
      description:
        "The rule's place in its policy, counted from 1; 0 for the owners and admins, who are paged where " +
        "no rule reaches anybody.",
    }),
    found: t.stringList({
      description: "What each target of the rule came to, in sentences.",
      resolve: ({ found }) => found.split("\n").filter((line) => line !== ""),
    }),
    at: t.expose("at", { type: "DateTime", description: "When." }),
    pages: t.prismaField({
      type: [AlertPage],
      description: "Whom it paged; empty where it reached nobody.",
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
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "alerts:read", noun: "alert" },
  }),
  fields: (t) => ({
    state: t.expose("state", { type: EscalationState, description: "How far it has come." }),
    policy: t.prismaField({
      type: OnCallPolicy,
      nullable: true,
      description:
        "The policy that it began with; null where there was none, or it was deleted. Needs on_call:read.",
      resolve: (query, { policyId }, _args, { database }) =>
        policyId === null
          ? null
          : database.prisma.onCallPolicy.findUnique({ ...query, where: { id: policyId } }),
    }),
    nextTurnAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "When the next rule has its turn; null where none has.",
      resolve: ({ state, dueAt }) => (state === "active" ? dueAt : null),
    }),
    turns: t.relation("turns", {
      description: "The rules that had their turn, the first first.",
      query: { orderBy: [{ at: "asc" }, { round: "asc" }, { ruleOrder: "asc" }] },
    }),
    lead: t.prismaField({
      type: "Alert",
      nullable: true,
      description:
        "The alert of the same cause that pages for it, or went on in its place; null where none does.",
      resolve: (query, { leadId }, _args, { database }) =>
        leadId === null
          ? null
          : database.prisma.alert.findUnique({ ...query, where: { id: leadId } }),
    }),
    joined: t.prismaField({
      type: ["Alert"],
      description:
        "The alerts of the same cause that it pages for, and is acknowledged with; 100 at most.",
      resolve: (query, { alertId }, _args, { database }) =>
        database.prisma.alert.findMany({
          ...query,
          where: { escalation: { leadId: alertId, state: "joined" } },
          orderBy: { number: "asc" },
          take: 100,
        }),
    }),
    causes: t.exposeStringList("causes", {
      description: "What it may share with others, such as host:shop.example.",
    }),
    endedAt: t.expose("endedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it ended, or its last turn was taken.",
    }),
  }),
})

builder.prismaObjectField("Alert", "escalation", (t) =>
  t.relation("escalation", {
    type: Escalation,
    nullable: true,
    description: "The paging for it; null for an alert of before there was paging.",
  }),
)

builder.prismaObjectField("Alert", "pages", (t) =>
  t.relation("pages", {
    type: AlertPage,
    description: "Whom it paged, the first first; the latest 500.",
    query: { orderBy: [{ createdAt: "asc" }, { id: "asc" }], take: -500 },
  }),
)
