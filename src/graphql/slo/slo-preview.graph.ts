import { builder } from "../kernel/builder.ts"
import { previewSlo, type SloPreview } from "./preview-slo.ts"
import { ErrorBudget, SloPoint, type Counted } from "./slo-budget.graph.ts"
import { Indicator, Speed } from "./slo-enums.graph.ts"
import { objectiveArgs } from "./slo-args.graph.ts"

type Previewed = SloPreview & Pick<Counted, "indicator">

const PastBurn = builder.objectRef<SloPreview["burns"][number]>("PastBurn").implement({
  description: "An alert that an SLO would have raised.",
  fields: (t) => ({
    speed: t.expose("speed", { type: Speed, description: "Which alert." }),
    from: t.expose("from", { type: "DateTime", description: "The hour in which it would fire." }),
    to: t.expose("to", {
      type: "DateTime",
      description: "End of the hour in which it would clear.",
    }),
    highestRate: t.exposeFloat("highestRate", {
      description: "The highest burn rate of the long window meanwhile.",
    }),
  }),
})

const Preview = builder.objectRef<Previewed>("SloPreview").implement({
  description: "What an SLO would have been over the last 30 days.",
  fields: (t) => ({
    from: t.expose("from", { type: "DateTime", description: "Start of the 30 days." }),
    to: t.expose("to", { type: "DateTime", description: "Now." }),
    budget: t.field({
      type: ErrorBudget,
      description: "The error budget of the 30 days.",
      resolve: ({ whole, targetPercent, indicator }) => ({ ...whole, targetPercent, indicator }),
    }),
    points: t.expose("points", {
      type: [SloPoint],
      description: "The course of the budget in steps of 6 hours, oldest first.",
    }),
    burns: t.expose("burns", {
      type: [PastBurn],
      description: "Alerts it would have raised, by whole hours, oldest first.",
    }),
    fastDefault: t.exposeFloat("fastDefault", {
      description: "The factor of the fast alert if none is given.",
    }),
    slowDefault: t.exposeFloat("slowDefault", {
      description: "The factor of the slow alert if none is given.",
    }),
  }),
})

builder.prismaObjectField("Project", "sloPreview", (t) =>
  t.field({
    type: Preview,
    description:
      "Applies an SLO to the last 30 days, without saving it. Needs monitors:read, and for a service telemetry:read.",
    args: {
      ...objectiveArgs,
      indicator: t.arg({ type: Indicator, required: true, description: "What it measures." }),
      targetPercent: t.arg.float({ required: true, description: "From 50 to 99.999." }),
      windowDays: t.arg.int({ required: true, description: "7, 28, 30 or 90." }),
    },
    async resolve({ id: projectId }, { windowDays, monitorIds, ...args }, ctx) {
      const found = await previewSlo(ctx, {
        projectId,
        ...args,
        windowDays: windowDays as 30,
        monitorIds: monitorIds ?? undefined,
      })
      return { ...found, indicator: args.indicator }
    },
  }),
)
