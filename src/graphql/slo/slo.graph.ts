import { getRefFromModel } from "@pothos/plugin-prisma"
import { readFindings } from "../../findings/finding.ts"
import { builder } from "../kernel/builder.ts"
import { mayOf } from "../kernel/row-access.ts"
import { relationPage } from "../kernel/connection.graph.ts"
import { Node } from "../kernel/node.graph.ts"
import { byTime, keysetOf } from "../kernel/prisma-keyset.ts"
import { BurnDecision } from "../monitoring/alert-timeline/burn-decision.graph.ts"
import { findSlo } from "./find-slo.ts"
import { readSloSeries } from "./read-slo-series.ts"
import { readFigures, skippedOf } from "./slo-figures.ts"
import { showsFigures, shownFigures } from "./shown-figures.ts"
import { ErrorBudget, SloSeriesType } from "./slo-budget.graph.ts"
import { Indicator, Speed, Status } from "./slo-enums.graph.ts"

export const SloType = builder.prismaObject("Slo", {
  name: "Slo",
  interfaces: [Node],
  description:
    "A service level objective: how often monitors or a service must work within a rolling window. It is evaluated once a minute.",
  authScopes: ({ projectId }) => mayOf(projectId, "monitors:read", "SLO"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    name: t.exposeString("name", { description: "1 to 200 characters." }),
    description: t.exposeString("description", { description: "At most 5,000 characters." }),
    targetPercent: t.exposeFloat("targetPercent", {
      description: "How much must be good, from 50 to 99.999.",
    }),
    windowDays: t.exposeInt("windowDays", { description: "The rolling window: 7, 28, 30 or 90." }),
    indicator: t.expose("indicator", { type: Indicator, description: "What it measures." }),
    service: t.exposeString("service", {
      nullable: true,
      description: "service.name of the service whose requests count; null for monitors.",
    }),
    latencyMs: t.exposeInt("latencyMs", {
      nullable: true,
      description: "A good request takes at most this long; null if only errors count.",
    }),
    fastFactor: t.exposeFloat("fastFactor", {
      nullable: true,
      description: "Burn rate above which the fast alert fires; null for no alert.",
    }),
    slowFactor: t.exposeFloat("slowFactor", {
      nullable: true,
      description: "Burn rate above which the slow alert fires; null for no alert.",
    }),
    policy: t.relation("policy", {
      nullable: true,
      description: "The on-call policy of its alerts; null for the project's default.",
    }),
    mutedUntil: t.field({
      type: "DateTime",
      nullable: true,
      description: "No alert is raised until then; null if it is not muted.",
      resolve: ({ mutedUntil }, _args, { clock }) =>
        mutedUntil !== null && mutedUntil > clock.now() ? mutedUntil : null,
    }),
    status: t.expose("status", { type: Status, description: "As of the last evaluation." }),
    evaluatedAt: t.expose("evaluatedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was last evaluated; null before the first evaluation.",
    }),
    ...t.explainedOrNull(
      "skipped",
      "Why the last evaluation could not be made, in one sentence of English.",
      ({ figures }) => skippedOf(figures),
      { data: "skippedFindings" },
    ),
    isComplete: t.boolean({
      description: "False while the past requests of a service are still being counted.",
      resolve: ({ figures }) => readFigures(figures)?.isComplete ?? true,
    }),
    budget: t.field({
      type: ErrorBudget,
      nullable: true,
      description:
        "The error budget of the window; null before the first evaluation. Figures of a service are null without telemetry:read.",
      resolve: async (slo, _args, ctx) => {
        const { targetPercent, indicator } = slo
        const found = await shownFigures(ctx, slo)
        return found && { ...found, targetPercent, indicator }
      },
    }),
    burnRate: t.float({
      nullable: true,
      description:
        "The current burn rate, over 6 hours, or over 1 hour while the fast alert's factor is exceeded; null without data.",
      resolve: async (slo, _args, ctx) => (await shownFigures(ctx, slo))?.currentRate ?? null,
    }),
    exhaustedAt: t.field({
      type: "DateTime",
      nullable: true,
      description:
        "When the budget is used up at the current burn rate; null if not within the window.",
      resolve: async (slo, _args, ctx) => {
        const { evaluatedAt } = slo
        const lasts = (await shownFigures(ctx, slo))?.exhaustedInMs ?? null
        return lasts === null || evaluatedAt === null
          ? null
          : new Date(evaluatedAt.getTime() + lasts)
      },
    }),
    series: t.field({
      type: SloSeriesType,
      description: "The course of the budget over the window.",
      resolve: async ({ id }, _args, ctx) =>
        readSloSeries(ctx, await findSlo(ctx, id, "monitors:read")),
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
    updatedAt: t.expose("updatedAt", { type: "DateTime", description: "When it last changed." }),
  }),
})

const Decision = builder.prismaObject("SloDecision", {
  description: "A decision about an alert of an SLO, with the burn rates it was made from.",
  include: { slo: { select: { projectId: true, indicator: true } } },
  authScopes: ({ slo: { projectId } }) => mayOf(projectId, "monitors:read", "SLO"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    at: t.expose("at", { type: "DateTime", description: "When it was made." }),
    speed: t.expose("speed", { type: Speed, description: "Which alert." }),
    decision: t.expose("decision", { type: BurnDecision, description: "The outcome." }),
    shortRate: t.float({
      nullable: true,
      description:
        "Burn rate of the short window; null without data, and for a service without telemetry:read.",
      resolve: async ({ slo, shortRate }, _args, ctx) =>
        (await showsFigures(ctx, slo)) ? shortRate : null,
    }),
    longRate: t.float({
      nullable: true,
      description: "The same of the long window.",
      resolve: async ({ slo, longRate }, _args, ctx) =>
        (await showsFigures(ctx, slo)) ? longRate : null,
    }),
    factor: t.exposeFloat("factor", {
      nullable: true,
      description: "The factor then; null if the alert was switched off.",
    }),
    ...t.explained(
      "reason",
      "The reason in one or two English sentences.",
      ({ findings, reason }) => readFindings(findings, reason),
    ),
    alert: t.relation("alert", {
      nullable: true,
      description: "The alert; null if none was raised.",
    }),
  }),
})

const latest = keysetOf("slo-decisions", { at: byTime }, { isDescending: true })
const newest = keysetOf("slo-alerts", { createdAt: byTime }, { isDescending: true })

builder.prismaObjectFields("Slo", (t) => ({
  monitors: t.field({
    type: [getRefFromModel("Monitor", builder)],
    description: "The monitors whose time counts, by name, at most 20; empty for a service.",
    select: {
      monitors: {
        where: { monitor: { deletedAt: null } },
        orderBy: { monitor: { name: "asc" } },
        select: { monitor: true },
      },
    },
    // A row that its resolver read without them is read again.
    extensions: {
      pothosPrismaLoaded: ({ monitors }: { monitors?: object[] }) =>
        monitors !== undefined && monitors.every((one) => "monitor" in one),
    },
    resolve: ({ monitors }) => monitors.map(({ monitor }) => monitor),
  }),
  decisions: t.connection({
    type: Decision,
    description: "Decisions about its alerts, newest first.",
    resolve: async ({ id: sloId }, args, { database }) => {
      const rows = await database.prisma.sloDecision.findMany({
        ...latest.query(args, { sloId }),
        include: { slo: { select: { projectId: true, indicator: true } } },
      })
      return latest.page(args, rows)
    },
  }),
  alerts: relationPage(t, "alerts", {
    order: newest,
    description: "Its alerts, newest first. Needs alerts:read.",
    authScopes: ({ projectId }) => mayOf(projectId, "alerts:read", "SLO"),
  }),
}))

builder.prismaObjectField("Alert", "slo", (t) =>
  t.relation("slo", {
    nullable: true,
    description: "The SLO whose error budget burns too fast; null for an alert of a monitor.",
  }),
)

builder.queryField("slo", (t) =>
  t.prismaField({
    type: SloType,
    nullable: true,
    description: "One SLO. Needs monitors:read.",
    args: { id: t.arg.id({ required: true, description: "The SLO." }) },
    resolve: (_query, _root, { id }, ctx) => findSlo(ctx, id, "monitors:read"),
  }),
)
