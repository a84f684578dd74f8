import type { Zone } from "../../rules/time-zone.ts"
import type { Span } from "../../schedule/rules/shift-spans.ts"
import { isNight, isWeekend, localHour, nightMs, nightOf, weekendMs } from "./local-windows.ts"

/** Pages of one person that are closer than this interrupt once. */
const interruptionMs = 15 * 60_000

export type PageOf = { userId: string; at: number }

export type PageFigures = {
  pages: number
  nightPages: number
  weekendPages: number
  interruptions: number
  nightsWoken: number
}

/** What pages meant for one person, in the zone of that person. */
export function pageFigures(times: readonly number[], zone: Zone): PageFigures {
  const sorted = times.toSorted((one, other) => one - other)
  const atNight = sorted.filter((at) => isNight(at, zone))
  return {
    pages: sorted.length,
    nightPages: atNight.length,
    weekendPages: sorted.filter((at) => isWeekend(at, zone)).length,
    interruptions: sorted.filter((at, n) => at - (sorted[n - 1] ?? -Infinity) >= interruptionMs)
      .length,
    nightsWoken: new Set(atNight.map((at) => nightOf(at, zone))).size,
  }
}

/** Pages in each hour of the day, 24 counts, each in the zone of the person who was paged. */
export function pagesByHour(
  pages: readonly PageOf[],
  zoneOfUser: (userId: string) => Zone,
): number[] {
  const hours = Array.from({ length: 24 }, () => 0)
  for (const { userId, at } of pages) {
    const hour = localHour(at, zoneOfUser(userId))
    hours[hour] = (hours[hour] ?? 0) + 1
  }
  return hours
}

export type DutyFigures = { ms: number; nightMs: number; weekendMs: number }

export const dutyFigures = (shifts: readonly Span[], zone: Zone): DutyFigures =>
  shifts.reduce(
    (sum, shift) => ({
      ms: sum.ms + shift.until - shift.from,
      nightMs: sum.nightMs + nightMs(shift, zone),
      weekendMs: sum.weekendMs + weekendMs(shift, zone),
    }),
    { ms: 0, nightMs: 0, weekendMs: 0 },
  )

export type AlertTimes = {
  createdAt: number
  acknowledgedAt: number | null
  resolvedAt: number | null
}

export type ResponseFigures = {
  alerts: number
  acknowledged: number
  resolved: number
  /** Mean milliseconds from the trigger; null without any. */
  mttaMs: number | null
  mttrMs: number | null
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length

/** An alert that was never acknowledged, or is open, is in the count but in no mean. */
export function responseFigures(alerts: readonly AlertTimes[]): ResponseFigures {
  const since = (of: (alert: AlertTimes) => number | null) =>
    alerts.flatMap((alert) => {
      const at = of(alert)
      return at === null ? [] : [Math.max(0, at - alert.createdAt)]
    })
  const toAcknowledge = since(({ acknowledgedAt }) => acknowledgedAt)
  const toResolve = since(({ resolvedAt }) => resolvedAt)
  return {
    alerts: alerts.length,
    acknowledged: toAcknowledge.length,
    resolved: toResolve.length,
    mttaMs: mean(toAcknowledge),
    mttrMs: mean(toResolve),
  }
}
