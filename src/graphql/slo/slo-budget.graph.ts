import type { SloIndicator } from "../../../prisma/generated/enums.ts"
import { builder } from "../kernel/builder.ts"
import { attainedOf, budgetOf, coverageOf, seenOf, type Counts } from "./rules/budget.ts"
import type { BudgetPoint } from "./rules/budget-points.ts"
import type { SloSeries } from "./read-slo-series.ts"

/** Counts of a window with what they are compared to. */
export type Counted = Counts & { targetPercent: number; indicator: SloIndicator }

/** Minutes of time, or requests. */
const amount = (value: number, indicator: SloIndicator): number =>
  indicator === "monitors" ? value / 60_000 : value

const partOfBudget =
  (part: "total" | "consumed") =>
  ({ targetPercent, indicator, ...counts }: Counted): number | null => {
    const budget = budgetOf(counts, targetPercent)
    return budget && amount(budget[part], indicator)
  }

export const ErrorBudget = builder.objectRef<Counted>("ErrorBudget").implement({
  description:
    "How much may fail in a window, and how much did. Amounts are minutes for monitors (of several, on average) and requests for a service. The budget is a share of what was seen: time without data, maintenance and what corrections exclude count neither as good nor as bad.",
  fields: (t) => ({
    attainedPercent: t.float({
      nullable: true,
      description: "What was good, from 0 to 100; null without data.",
      resolve: attainedOf,
    }),
    coverage: t.float({
      nullable: true,
      description:
        "For monitors, the share of the time with data, from 0 to 1; null for a service or without data.",
      resolve: ({ indicator, ...counts }) => (indicator === "service" ? null : coverageOf(counts)),
    }),
    excluded: t.float({
      description: "What corrections leave out of these figures; 0 if they are not corrected.",
      resolve: ({ indicator, excluded = 0 }) => amount(excluded, indicator),
    }),
    seen: t.float({
      description: "Everything with data.",
      resolve: ({ indicator, ...counts }) => amount(seenOf(counts), indicator),
    }),
    total: t.float({
      nullable: true,
      description: "The error budget: how much may be bad; null without data.",
      resolve: partOfBudget("total"),
    }),
    consumed: t.float({
      nullable: true,
      description: "How much was bad; null without data.",
      resolve: partOfBudget("consumed"),
    }),
    remaining: t.float({
      nullable: true,
      description: "What is left of the budget; negative once it is exceeded, null without data.",
      resolve: (counted) => {
        const [total, consumed] = [
          partOfBudget("total")(counted),
          partOfBudget("consumed")(counted),
        ]
        return total === null || consumed === null ? null : total - consumed
      },
    }),
    remainingShare: t.float({
      nullable: true,
      description: "The same as a share of the budget, at most 1.",
      resolve: ({ targetPercent, ...counts }) =>
        budgetOf(counts, targetPercent)?.remainingShare ?? null,
    }),
  }),
})

export const SloPoint = builder.objectRef<BudgetPoint>("SloPoint").implement({
  description: "One step of the course of an error budget.",
  fields: (t) => ({
    at: t.expose("at", { type: "DateTime", description: "Start of the step." }),
    remainingShare: t.exposeFloat("remainingShare", {
      nullable: true,
      description:
        "Of the budget of the whole window, what is left at the end of the step; null until there is data.",
    }),
    burnRate: t.exposeFloat("burnRate", {
      nullable: true,
      description: "How many times faster than allowed the budget burned; null without data.",
    }),
  }),
})

export const SloSeriesType = builder.objectRef<SloSeries>("SloSeries").implement({
  description: "The course of an error budget over the window, which begins with a whole hour.",
  fields: (t) => ({
    from: t.expose("from", { type: "DateTime", description: "Start of the window." }),
    to: t.expose("to", { type: "DateTime", description: "End of the window." }),
    stepSeconds: t.int({
      description: "Length of a step.",
      resolve: ({ stepHours }) => stepHours * 3600,
    }),
    points: t.expose("points", {
      type: [SloPoint],
      description: "Oldest first, at most 169; none for a service without telemetry:read.",
    }),
  }),
})
