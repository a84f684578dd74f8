import { Temporal } from "temporal-polyfill"

/**
 * Turns what a clock on the wall shows into moments and back. Wall time is written as the milliseconds since
 * 1970 that the same clock would show in UTC, so that whole days and weeks of it are plain sums.
 */
export type Zone = {
  /**
   * Where the clocks repeat an hour, its first pass; where they skip one, the moment of the jump. So a later
   * wall time is never an earlier moment.
   */
  momentOf(wallMs: number): number
  wallOf(momentMs: number): number
}

/** Only within these years is wall time known; inputs are held to them. */
export const earliest = new Date("2000-01-01T00:00:00Z")
export const latest = new Date("2100-01-01T00:00:00Z")

/** A stretch of time with one offset from UTC. */
type Stretch = { fromMs: number; untilMs: number; offsetMs: number }

const known = new Map<string, Zone>()

/** @param name an IANA time zone that `readTimeZone` let through. */
export function zoneOf(name: string): Zone {
  const before = known.get(name)
  if (before !== undefined) return before
  const zone = createZone(stretchesOf(name))
  known.set(name, zone)
  return zone
}

/** The name as IANA spells it; null for what is no IANA time zone, mere offsets among it. */
export function readTimeZone(name: string): string | null {
  if (!/^[a-z]/i.test(name)) return null
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function stretchesOf(name: string): Stretch[] {
  const stretches: Stretch[] = []
  let start = Temporal.Instant.fromEpochMilliseconds(earliest.getTime()).toZonedDateTimeISO(name)
  let fromMs = -Infinity
  for (;;) {
    const next = start.getTimeZoneTransition("next")
    const isLast = next === null || next.epochMilliseconds > latest.getTime()
    const untilMs = isLast ? Infinity : next.epochMilliseconds
    stretches.push({ fromMs, untilMs, offsetMs: start.offsetNanoseconds / 1e6 })
    if (isLast) return stretches
    start = next
    fromMs = untilMs
  }
}

function createZone(stretches: Stretch[]): Zone {
  /** The first stretch that ends after what is asked for. */
  function find(endsAfter: (stretch: Stretch) => boolean): Stretch {
    let low = 0
    let high = stretches.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      const stretch = stretches[middle]
      if (stretch !== undefined && endsAfter(stretch)) high = middle
      else low = middle + 1
    }
    const found = stretches[low]
    if (found === undefined) throw new Error("a time zone always has an offset")
    return found
  }

  return {
    momentOf(wallMs) {
      const { fromMs, offsetMs } = find((one) => wallMs - one.offsetMs < one.untilMs)
      return Math.max(fromMs, wallMs - offsetMs)
    },
    wallOf(momentMs) {
      return momentMs + find((one) => momentMs < one.untilMs).offsetMs
    },
  }
}
