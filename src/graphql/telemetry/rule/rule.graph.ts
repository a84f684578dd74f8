import { previewRule, type RulePreview } from "../../../telemetry/doctor/preview-rule.ts"
import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { omitNulls, parse } from "../../kernel/input.ts"
import { readTelemetry } from "../telemetry-store.ts"
import { createTelemetryRule } from "./create-rule.ts"
import { deleteTelemetryRule } from "./delete-rule.ts"
import { ruleConditions } from "./rule-input.ts"

export const SignalType = builder.enumType("TelemetrySignal", {
  description: "A signal of OpenTelemetry.",
  values: valuesOf({
    logs: "Log records.",
    traces: "Spans.",
    metrics: "Data points.",
  }),
})

const Rule = builder.prismaObject("TelemetryRule", {
  description:
    "Drops or samples telemetry before it is stored. All conditions must hold, and the oldest rule that matches decides.",
  authScopes: ({ projectId }) => mayOf(projectId, "telemetry:read", "telemetry rule"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    name: t.exposeString("name", { description: "1 to 200 characters." }),
    signal: t.expose("signal", { type: SignalType, description: "What it applies to." }),
    keepPercent: t.exposeInt("keepPercent", {
      description: "How much of what matches is kept; traces are kept or dropped as a whole.",
    }),
    keepErrors: t.exposeBoolean("keepErrors", {
      description: "Whether error logs and spans with status Error are kept in any case.",
    }),
    service: t.exposeString("service", {
      nullable: true,
      description: "service.name; `*` at the end stands for any text. Null for all.",
    }),
    operation: t.exposeString("operation", {
      nullable: true,
      description: "Name of the span or metric, as service. Null for all.",
    }),
    severityBelow: t.exposeInt("severityBelow", {
      nullable: true,
      description: "Log records with a severity number below this one. Null for all.",
    }),
    attribute: t.exposeString("attribute", {
      nullable: true,
      description: "An attribute that the record or its resource must have. Null for none.",
    }),
    attributeValue: t.exposeString("attributeValue", {
      nullable: true,
      description: "Value of that attribute, as service. Null for any.",
    }),
    bodyContains: t.exposeString("bodyContains", {
      nullable: true,
      description: "Text in the log body, in any letter case. Null for all.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
  }),
})

const conditions = {
  keepPercent: "Percentage of what matches that is kept, 0 to 99; 0 for metrics.",
  keepErrors: "Keep error logs and spans with status Error in any case; true by default.",
  service: "service.name; `*` at the end stands for any text.",
  operation: "Name of the span or metric, as service.",
  severityBelow: "Log records with a severity number below this one, 2 to 24.",
  attribute: "An attribute that the record or its resource must have.",
  attributeValue: "Value of that attribute, as service.",
  bodyContains: "Text in the log body, in any letter case.",
}

const MatchedService = builder.objectRef<RulePreview["services"][number]>("TelemetryRuleMatch")
MatchedService.implement({
  description: "Matches of one service.",
  fields: (t) => ({
    service: t.exposeString("name", { description: "service.name." }),
    matched: t.exposeFloat("matched", { description: "Records that match." }),
  }),
})

const RulePreviewType = builder.objectRef<RulePreview & { keepPercent: number }>(
  "TelemetryRulePreview",
)

RulePreviewType.implement({
  description: "What a rule would have done to yesterday's telemetry (UTC).",
  fields: (t) => ({
    records: t.exposeFloat("records", { description: "Records of the signal." }),
    matched: t.exposeFloat("matched", {
      description: "Records that match, without errors that are kept.",
    }),
    dropped: t.float({
      description: "How many of these would have been dropped, about.",
      resolve: ({ matched, keepPercent }) => Math.round((matched * (100 - keepPercent)) / 100),
    }),
    services: t.field({
      type: [MatchedService],
      description: "Services with matches, most first, at most 20.",
      resolve: ({ services }) => services,
    }),
  }),
})

const conditionArgs = builder.args((t) => ({
  signal: t.field({ type: SignalType, required: true, description: "What it applies to." }),
  keepPercent: t.int({ required: true, description: conditions.keepPercent }),
  keepErrors: t.boolean({ description: conditions.keepErrors }),
  service: t.string({ description: conditions.service }),
  operation: t.string({ description: conditions.operation }),
  severityBelow: t.int({ description: conditions.severityBelow }),
  attribute: t.string({ description: conditions.attribute }),
  attributeValue: t.string({ description: conditions.attributeValue }),
  bodyContains: t.string({ description: conditions.bodyContains }),
}))

builder.prismaObjectFields("Project", (t) => ({
  telemetryRules: t.field({
    type: [Rule],
    authScopes: ({ id }) => mayOf(id, "telemetry:read", "project"),
    description:
      "Rules that drop or sample telemetry, oldest first, at most 20. Needs telemetry:read.",
    resolve: ({ id }, _args, { database }) =>
      database.prisma.telemetryRule.findMany({
        where: { projectId: id },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      }),
  }),
  previewTelemetryRule: t.field({
    type: RulePreviewType,
    authScopes: ({ id }) => mayOf(id, "telemetry:read", "project"),
    description: "Applies the conditions of a rule to yesterday's telemetry. Needs telemetry:read.",
    args: conditionArgs,
    async resolve({ id }, args, ctx) {
      const rule = parse(ruleConditions, { ...omitNulls(args), projectId: id })
      const day = new Date(ctx.clock.now().getTime() - 86_400_000)
      day.setUTCHours(0, 0, 0, 0)
      const found = await readTelemetry(ctx, (store) => previewRule(store, rule, day))
      return { ...found, keepPercent: rule.keepPercent }
    },
  }),
}))

builder.mutationFields((t) => ({
  createTelemetryRule: t.field({
    type: Rule,
    description:
      "Drops or samples telemetry that arrives from a few seconds later on. Needs project:write.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      name: t.arg.string({ required: true, description: "1 to 200 characters." }),
      ...conditionArgs,
    },
    resolve: (_root, args, ctx) => createTelemetryRule(ctx, omitNulls(args)),
  }),
  deleteTelemetryRule: t.id({
    description: "Deletes a rule and returns its id. Needs project:write.",
    args: { id: t.arg.id({ required: true, description: "The rule." }) },
    resolve: (_root, { id }, ctx) => deleteTelemetryRule(ctx, id),
  }),
}))
