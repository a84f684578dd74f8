import { dayMs, type Uptime } from "../../monitoring/check/check-uptime.ts"

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
})

/** Uptime of all days together; null without data. */
export function percentOf(days: readonly Uptime[]): number | null {
  const seen = seenMsOf(days)
  const down = days.reduce((total, { times }) => total + times.offline, 0)
  return seen === 0 ? null : (100 * (seen - down)) / seen
}

/** Milliseconds with data, outside of maintenance. */
export const seenMsOf = (days: readonly Uptime[]): number =>
  days.reduce((sum, { times }) => sum + times.operational + times.degraded + times.offline, 0)
