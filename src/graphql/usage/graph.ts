import { builder } from "../builder.ts"
import { Plan } from "../project/graph.ts"
import { readUsage } from "./read.ts"
import type { Usage } from "./read.ts"

const Period = builder.objectRef<Usage["period"]>("UsagePeriod").implement({
  description: "A calendar month in UTC.",
  fields: (t) => ({
    startsAt: t.expose("startsAt", { type: "DateTime", description: "Its first instant." }),
    endsAt: t.expose("endsAt", { type: "DateTime", description: "The first of the next month." }),
  }),
})

const Requests = builder.objectRef<Usage["requests"]>("UsageRequests").implement({
  description: "Requests by key in this month.",
  fields: (t) => ({
    used: t.exposeInt("used", { description: "How many were taken." }),
    limit: t.exposeInt("limit", { description: "How many the plan allows." }),
    remaining: t.exposeInt("remaining", { description: "How many are left." }),
  }),
})

const Burst = builder.objectRef<Usage["burst"]>("UsageBurst").implement({
  description: "Requests by key in this minute, which begins with its first.",
  fields: (t) => ({
    limitPerMinute: t.exposeInt("limitPerMinute", { description: "How many the plan allows." }),
    remaining: t.exposeInt("remaining", { description: "How many are left." }),
    resetsAt: t.expose("resetsAt", { type: "DateTime", description: "When all are there again." }),
  }),
})

const Held = builder.objectRef<Usage["monitors"]>("UsageHeld").implement({
  description: "How many of something a project holds.",
  fields: (t) => ({
    used: t.exposeInt("used", { description: "How many there are." }),
    limit: t.exposeInt("limit", {
      nullable: true,
      description: "How many the plan allows; null for no limit.",
    }),
  }),
})

const UsageType = builder.objectRef<Usage>("Usage").implement({
  description: "What a project has used of its plan.",
  fields: (t) => ({
    plan: t.expose("plan", { type: Plan, description: "The plan." }),
    period: t.expose("period", { type: Period, description: "The month that is counted." }),
    requests: t.expose("requests", { type: Requests, description: "Requests of the month." }),
    burst: t.expose("burst", { type: Burst, description: "Requests of the minute." }),
    monitors: t.expose("monitors", { type: Held, description: "Live monitors." }),
    statusPages: t.expose("statusPages", { type: Held, description: "Status pages." }),
  }),
})

builder.prismaObjectField("Project", "usage", (t) =>
  t.field({
    type: UsageType,
    description: "What it has used of its plan. Needs usage:read.",
    resolve: ({ id }, _args, ctx) => readUsage(ctx, id),
  }),
)
