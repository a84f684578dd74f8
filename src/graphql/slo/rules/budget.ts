/**
 * What counts, in milliseconds or requests. Neither way count `missing`, time without data, and `excluded`, what
 * corrections leave out.
 */
export type Counts = { good: number; bad: number; missing: number; excluded?: number }

export const nothing: Counts = { good: 0, bad: 0, missing: 0 }

export const add = (one: Counts, other: Counts): Counts => ({
  good: one.good + other.good,
  bad: one.bad + other.bad,
  missing: one.missing + other.missing,
  excluded: (one.excluded ?? 0) + (other.excluded ?? 0),
})

/** Of a window, how much must have data for a burn rate. */
const leastCoverage = 0.1

export const seenOf = ({ good, bad }: Counts): number => good + bad

/** 0 to 1: the share with data; null for an empty window. */
export function coverageOf(counts: Counts): number | null {
  const all = seenOf(counts) + counts.missing
  return all === 0 ? null : seenOf(counts) / all
}

/** 0 to 100; null without data. */
export const attainedOf = (counts: Counts): number | null =>
  seenOf(counts) === 0 ? null : (100 * counts.good) / seenOf(counts)

/** The share that may fail. Rounded, because 100 - 99.9 is not 0.1. */
export const allowedShare = (targetPercent: number): number =>
  Number((100 - targetPercent).toFixed(6)) / 100

/**
 * How many times faster than allowed the budget burns; null with too little data to say.
 *
 * @param least how many requests, or milliseconds, must have been seen.
 */
export function burnRate(counts: Counts, targetPercent: number, least = 1): number | null {
  const seen = seenOf(counts)
  if (seen < Math.max(least, Number.MIN_VALUE)) return null
  if ((coverageOf(counts) ?? 0) < leastCoverage) return null
  return counts.bad / seen / allowedShare(targetPercent)
}

/** In the unit of the counts. The budget is a share of what was seen, so that missing data allows no failure. */
export type Budget = { total: number; consumed: number; remainingShare: number }

/** Null without data. `remainingShare` is at most 1, and negative once the budget is exceeded. */
export function budgetOf(counts: Counts, targetPercent: number): Budget | null {
  const total = seenOf(counts) * allowedShare(targetPercent)
  if (total === 0) return null
  return { total, consumed: counts.bad, remainingShare: 1 - counts.bad / total }
}

const dayMs = 86_400_000

/**
 * How long the rest of the budget lasts at a burn rate; null if it lasts longer than the window, in which old failures
 * leave it again.
 *
 * @returns milliseconds; 0 if nothing is left.
 */
export function exhaustedInMs(
  { remainingShare }: Budget,
  rate: number | null,
  windowDays: number,
): number | null {
  if (remainingShare <= 0) return 0
  // Without a rate it lasts forever.
  const days = (remainingShare * windowDays) / Math.max(rate ?? 0, 0)
  return days >= windowDays ? null : days * dayMs
}
