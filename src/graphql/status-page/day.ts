import type { Uptime } from "../check/uptime.ts"
import { dayMs } from "../check/uptime.ts"

/** The colour of one day's bar: what it was at its worst. */
export type DayMark =
  | "operational"
  | "degraded"
  | "partial_outage"
  | "major_outage"
  | "maintenance"
  | "unseen"

export type Day = {
  /** Midnight (UTC). */
  date: Date
  mark: DayMark
  /** 0 to 100, of the time that was seen; null where none was, or where the page does not tell. */
  percent: number | null
  /** 0 to 1. */
  coverage: number
  downMs: number
}

/** Down for longer than this share of what was seen of a day is a major outage. */
const majorShare = 0.02

export function markOf({ percent, times }: Pick<Uptime, "percent" | "times">): DayMark {
  if (percent === null) return times.maintenance > 0 ? "maintenance" : "unseen"
  if (times.offline > 0) {
    return percent < 100 * (1 - majorShare) ? "major_outage" : "partial_outage"
  }
  if (times.degraded > 0) return "degraded"
  return times.maintenance > 0 ? "maintenance" : "operational"
}

export const dayOf = (uptime: Uptime, tellsPercent: boolean): Day => ({
  date: new Date(Math.floor(uptime.from.getTime() / dayMs) * dayMs),
  mark: markOf(uptime),
  percent: tellsPercent ? uptime.percent : null,
  coverage: uptime.coverage,
  downMs: tellsPercent ? uptime.times.offline : 0,
})

/** Of all days together; null where nothing was seen. */
export function percentOf(days: readonly Uptime[]): number | null {
  const sum = (state: "operational" | "degraded" | "offline") =>
    days.reduce((total, { times }) => total + times[state], 0)
  const up = sum("operational") + sum("degraded")
  const seen = up + sum("offline")
  return seen === 0 ? null : (100 * up) / seen
}
