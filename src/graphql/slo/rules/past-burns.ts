import type { BurnSpeed } from "../../../../prisma/generated/enums.ts"
import { pairs } from "./burn-pairs.ts"
import { add, burnRate, nothing, type Counts } from "./budget.ts"

/** A stretch of time in which an alert would have been open. */
export type PastBurn = { from: Date; to: Date; highestRate: number }

export type HourCounts = Counts & { at: Date }

const hourMs = 3_600_000

/**
 * When an alert of one speed would have fired, by whole hours: the short window is the hour itself, the long one as
 * many hours as it has.
 *
 * @param hours without gaps, oldest first.
 */
export function pastBurns(
  hours: readonly HourCounts[],
  wanted: { speed: BurnSpeed; factor: number; targetPercent: number; least: number },
): PastBurn[] {
  const { speed, factor, targetPercent, least } = wanted
  const length = pairs[speed].longMinutes / 60
  const found: PastBurn[] = []
  let open: PastBurn | null = null
  hours.forEach((hour, at) => {
    const long = hours.slice(Math.max(0, at + 1 - length), at + 1).reduce<Counts>(add, nothing)
    const shortRate = burnRate(hour, targetPercent)
    const longRate = burnRate(long, targetPercent, least)
    const to = new Date(hour.at.getTime() + hourMs)
    if (open !== null) {
      if (shortRate !== null && shortRate < factor) open = null
      else Object.assign(open, { to, highestRate: Math.max(open.highestRate, longRate ?? 0) })
    } else if (shortRate !== null && longRate !== null && shortRate > factor && longRate > factor) {
      open = { from: hour.at, to, highestRate: longRate }
      found.push(open)
    }
  })
  return found
}
