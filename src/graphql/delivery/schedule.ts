import type { DeliveryLane } from "../../../prisma/generated/enums.ts"

type Schedule = {
  /** When the attempts of a round begin, in seconds after its first. */
  offsets: readonly number[]
  /** The longest pause that a receiver may ask for, in seconds. */
  longestRetryAfter: number
}

const minute = 60
const hour = 3600

/** What wakes a person is of use for minutes only; what can wait is tried for a day. */
export const schedules: Record<Exclude<DeliveryLane, "event">, Schedule> = {
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
 * How many seconds to wait after a failed attempt, up to a tenth of the pause more; null after the last of a
 * round. Pauses are counted from the attempt before, so that a round that was held up does not make up for it
 * in a burst.
 *
 * @param tries how many attempts the round has had.
 * @param retryAfter what the receiver asked for; it only makes the pause longer.
 */
export function pauseAfter(
  { offsets, longestRetryAfter }: Schedule,
  tries: number,
  retryAfter: number | null,
  random: () => number = Math.random,
): number | null {
  const [last, next] = [offsets[tries - 1], offsets[tries]]
  if (last === undefined || next === undefined) return null
  const planned = (next - last) * (1 + random() / 10)
  return Math.max(planned, Math.min(retryAfter ?? 0, longestRetryAfter))
}
