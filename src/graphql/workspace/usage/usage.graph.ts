import { builder } from "../../kernel/builder.ts"
import { Plan } from "../project/project.graph.ts"
import { readUsage, type TelemetryUsage, type Usage } from "./read-usage.ts"

const Period = builder.objectRef<Usage["period"]>("UsagePeriod").implement({
  description: "A calendar month in UTC.",
  fields: (t) => ({
    startsAt: t.expose("startsAt", { type: "DateTime", description: "Its first instant." }),
    endsAt: t.expose("endsAt", { type: "DateTime", description: "The first of the next month." }),
  }),
})

const Requests = builder.objectRef<Usage["requests"]>("UsageRequests").implement({
  description: "API requests in this month.",
  fields: (t) => ({
    used: t.exposeInt("used", { description: "Requests used." }),
    limit: t.exposeInt("limit", { description: "Limit of the plan." }),
    remaining: t.exposeInt("remaining", { description: "Requests remaining." }),
  }),
})

const Burst = builder.objectRef<Usage["burst"]>("UsageBurst").implement({
  description: "API requests in the current minute, which begins with its first request.",
  fields: (t) => ({
    limitPerMinute: t.exposeInt("limitPerMinute", { description: "Limit of the plan." }),
    remaining: t.exposeInt("remaining", { description: "Requests remaining." }),
    resetsAt: t.expose("resetsAt", { type: "DateTime", description: "When the limit resets." }),
  }),
})

const Held = builder.objectRef<Usage["monitors"]>("UsageCount").implement({
  description: "Number of objects in a project.",
  fields: (t) => ({
    used: t.exposeInt("used", { description: "Current number." }),
    limit: t.exposeInt("limit", {
      nullable: true,
      description: "Limit of the plan; null for no limit.",
    }),
  }),
})

const Amount = builder.objectRef<TelemetryUsage["bytes"]>("UsageAmount").implement({
  description: "An amount that may exceed 32 bits.",
  fields: (t) => ({
    used: t.exposeFloat("used", { description: "Used." }),
    limit: t.exposeFloat("limit", { nullable: true, description: "Limit; null for none." }),
  }),
})

const Telemetry = builder.objectRef<TelemetryUsage>("UsageTelemetry").implement({
  description: "Telemetry that was stored today (UTC). Beyond a limit, more is refused with 429.",
  fields: (t) => ({
    bytes: t.expose("bytes", { type: Amount, description: "Bytes of decompressed requests." }),
    records: t.expose("records", {
      type: Amount,
      description: "Log records, spans and data points.",
    }),
    resetsAt: t.expose("resetsAt", { type: "DateTime", description: "When the next day begins." }),
  }),
})

const UsageType = builder.objectRef<Usage>("Usage").implement({
  description: "Usage of a project's plan.",
  fields: (t) => ({
    plan: t.expose("plan", { type: Plan, description: "The plan." }),
    period: t.expose("period", { type: Period, description: "The month that is counted." }),
    requests: t.expose("requests", { type: Requests, description: "Requests of the month." }),
    burst: t.expose("burst", { type: Burst, description: "Requests of the minute." }),
    monitors: t.expose("monitors", { type: Held, description: "Monitors." }),
    statusPages: t.expose("statusPages", { type: Held, description: "Status pages." }),
    telemetry: t.expose("telemetry", { type: Telemetry, description: "Telemetry of the day." }),
  }),
})

builder.prismaObjectField("Project", "usage", (t) =>
  t.field({
    type: UsageType,
    description: "Usage of its plan. Needs usage:read.",
    resolve: ({ id }, _args, ctx) => readUsage(ctx, id),
  }),
)
