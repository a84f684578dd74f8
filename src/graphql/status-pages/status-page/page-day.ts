import { dayMs, type Uptime } from "../../monitoring/check/check-uptime.ts"
import { excludedMsOf } from "../../monitoring/check/rules/uptime-times.ts"

/** The color of a day's bar: its worst status. */
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
  /** 0 to 100; null without data, or if the page does not show uptime. */
  percent: number | null
  /** 0 to 1. */
  coverage: number
  downMs: number
  /** What corrections leave out of the figures. */
  excludedMs: number
}

/** A day with a larger share of downtime is a major outage. */
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
  excludedMs: tellsPercent ? excludedMsOf(uptime.times) : 0,
})
