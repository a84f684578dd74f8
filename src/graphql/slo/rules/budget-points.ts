import { add, allowedShare, burnRate, nothing, seenOf, type Counts } from "./budget.ts"

export type Step = Counts & { at: Date }
export type BudgetPoint = {
  at: Date
  counts: Counts
  /** Of the budget of the whole window, what is left at the end of the step; null until there is data. */
  remainingShare: number | null
  /** Null without data in the step. */
  burnRate: number | null
}

/** The course of the budget over a window. @param steps oldest first. */
export function budgetPoints(steps: readonly Step[], targetPercent: number): BudgetPoint[] {
  const total = seenOf(steps.reduce<Counts>(add, nothing)) * allowedShare(targetPercent)
  let bad = 0
  let seen = 0
  return steps.map(({ at, ...counts }) => {
    bad += counts.bad
    seen += seenOf(counts)
    return {
      at,
      counts,
      remainingShare: seen === 0 || total === 0 ? null : 1 - bad / total,
      burnRate: burnRate(counts, targetPercent),
    }
  })
}

/** Length of a step of the chart in hours, for about 120 points. */
export const stepHours = (windowDays: number): number =>
  windowDays <= 7 ? 1 : windowDays <= 30 ? 6 : 24
