import type { BurnSpeed } from "../../../../prisma/generated/enums.ts"

/** Two windows in minutes; the burn rate of both must exceed the factor. */
export type BurnPair = {
  shortMinutes: number
  longMinutes: number
  /** Of the budget, which is used within the long window at the default factor. */
  share: number
}

/** The pairs of the SRE Workbook, "Alerting on SLOs": factors 14.4 and 6 for a window of 30 days. */
export const pairs: Record<BurnSpeed, BurnPair> = {
  fast: { shortMinutes: 5, longMinutes: 60, share: 0.02 },
  slow: { shortMinutes: 30, longMinutes: 360, share: 0.05 },
}
export const speeds: readonly BurnSpeed[] = ["fast", "slow"]

export const windowDays = [7, 28, 30, 90] as const

export const leastFactor = 1
export const mostFactor = 1000

const round = (value: number) => Math.round(value * 100) / 100

/** The highest burn rate there can be: nothing works. */
export const highestRate = (targetPercent: number): number => 100 / (100 - targetPercent)

/**
 * The factor at which the long window uses the same share of the budget as in a window of 30 days; less if the target
 * is so low that this rate cannot be reached.
 */
export function defaultFactor(speed: BurnSpeed, days: number, targetPercent: number): number {
  const { share, longMinutes } = pairs[speed]
  const factor = (share * days * 24 * 60) / longMinutes
  return Math.max(leastFactor, round(Math.min(factor, 0.9 * highestRate(targetPercent))))
}
