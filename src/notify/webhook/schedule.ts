/** When the attempts of a round begin, in seconds after its first; each up to a tenth of its pause later. */
const offsets = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]

const longestRetryAfter = 86_400

/**
 * How many seconds to wait after a failed attempt; null after the last of a round. Pauses are counted from the
 * attempt before, so that a round that was held up does not make up for it in a burst.
 *
 * @param tries how many attempts the round has had.
 * @param retryAfter what the receiver asked for; it only makes the pause longer.
 */
export function pauseAfter(
  tries: number,
  retryAfter: number | null,
  random: () => number = Math.random,
): number | null {
  const [last, next] = [offsets[tries - 1], offsets[tries]]
  if (last === undefined || next === undefined) return null
  const planned = (next - last) * (1 + random() / 10)
  return Math.max(planned, Math.min(retryAfter ?? 0, longestRetryAfter))
}

/** Seconds from now, from a count or a date (RFC 9110, 10.2.3); null where it says neither. */
export function readRetryAfter(value: string | undefined, now: Date): number | null {
  const text = value?.trim() ?? ""
  if (/^\d+$/.test(text)) return Number(text)
  // Only the dates of HTTP, of which all three kinds begin with the day of the week.
  const at = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, (at - now.getTime()) / 1000)
}
