import { Temporal } from "temporal-polyfill"

/**
 * Converts between local time and instants. Local time is expressed as the milliseconds since 1970 at which a UTC
 * clock shows the same time, so days and weeks are plain sums.
 */
export type Zone = {
  /**
   * A repeated local time maps to its first occurrence, a skipped one to the transition, so the mapping is
   * monotonic.
   */
  momentOf(wallMs: number): number
  wallOf(momentMs: number): number
}

/** The supported range; inputs must lie within it. */
export const earliest = new Date("2000-01-01T00:00:00Z")
export const latest = new Date("2100-01-01T00:00:00Z")

/** A period with one UTC offset. */
type Stretch = { fromMs: number; untilMs: number; offsetMs: number }

const known = new Map<string, Zone>()

/** @param name an IANA time zone that `readTimeZone` accepted. */
export function zoneOf(name: string): Zone {
  const before = known.get(name)
  if (before !== undefined) return before
  const zone = createZone(stretchesOf(name))
  known.set(name, zone)
  return zone
}

/** The name as IANA spells it; null for anything else, including plain offsets. */
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
  /** Binary search for the first period that matches. */
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
    if (found === undefined) throw new Error("The time zone has no offsets")
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
