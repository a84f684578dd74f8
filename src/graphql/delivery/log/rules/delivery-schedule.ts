import type { DeliveryQueue } from "../../../../../prisma/generated/enums.ts"

type Schedule = {
  /** Start of each attempt, in seconds after the first. */
  offsets: readonly number[]
  /** Maximum Retry-After to honor, in seconds. */
  longestRetryAfter: number
}

const minute = 60
const hour = 3600

/** Pages are useful for minutes only; everything else is retried for a day. */
export const schedules: Record<Exclude<DeliveryQueue, "event">, Schedule> = {
  webhook: {
    offsets: [
      0,
      5,
      5 * minute,
      30 * minute,
      ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
    ],
    longestRetryAfter: 24 * hour,
  },
  page: {
    offsets: [0, 5, 15, 30, 60, ...[2, 4, 6, 8, 10].map((minutes) => minutes * minute)],
    longestRetryAfter: 10 * minute,
  },
  notice: {
    offsets: [
      0,
      30,
      2 * minute,
      10 * minute,
      30 * minute,
      ...[1, 2, 4, 8, 16, 24].map((hours) => hours * hour),
    ],
    longestRetryAfter: 24 * hour,
  },
}

/**
 * Seconds to wait after a failed attempt, plus up to 10% jitter; null after the last attempt. Pauses count from the
 * previous attempt, so a delayed schedule does not catch up in a burst.
 *
 * @param tries the number of attempts so far.
 * @param retryAfter the receiver's Retry-After in seconds; it can only lengthen the pause.
 * @param random from 0 to 1.
 */
export function pauseAfter(
  { offsets, longestRetryAfter }: Schedule,
  tries: number,
  retryAfter: number | null,
  random: () => number,
): number | null {
  const [last, next] = [offsets[tries - 1], offsets[tries]]
  if (last === undefined || next === undefined) return null
  const planned = (next - last) * (1 + random() / 10)
  return Math.max(planned, Math.min(retryAfter ?? 0, longestRetryAfter))
}
