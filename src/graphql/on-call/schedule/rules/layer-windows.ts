import type { Restriction } from "./rotation-rules.ts"
import { join, type Span } from "./shift-spans.ts"
import type { Zone } from "../../rules/time-zone.ts"

const minuteMs = 60_000
const dayMs = 86_400_000

/** 1 is Monday; day 0 of 1970 was a Thursday. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1

/**
 * When the restrictions let a layer be active, at least between `from` and `until`. Each boundary maps to one
 * instant, so that no window opens twice in a repeated hour, and one within a skipped hour does not open at all.
 */
export function windowsOf(
  restrictions: readonly Restriction[],
  zone: Zone,
  from: number,
  until: number,
): Span[] {
  const firstDay = Math.floor(zone.wallOf(from) / dayMs)
  const lastDay = Math.floor(zone.wallOf(until) / dayMs)
  const spans = restrictions.flatMap((one): Span[] => {
    const length = daysOf(one)
    const found: Span[] = []
    for (let day = firstDay - length - 1; day <= lastDay + 1; day += 1) {
      if (one.kind === "weekly" && weekdayOf(day) !== one.startWeekday) continue
      found.push({
        from: zone.momentOf(day * dayMs + one.startMinute * minuteMs),
        until: zone.momentOf((day + length) * dayMs + one.endMinute * minuteMs),
      })
    }
    return found
  })
  return join(spans)
}

/** Number of midnights within a window. */
function daysOf(one: Restriction): number {
  const isInto = one.endMinute <= one.startMinute
  if (one.kind === "daily") return isInto ? 1 : 0
  const days = (one.endWeekday - one.startWeekday + 7) % 7
  return days === 0 && isInto ? 7 : days
}
