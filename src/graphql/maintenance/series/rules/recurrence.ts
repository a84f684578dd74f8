import type { MaintenanceSeries } from "../../../../../prisma/generated/client.ts"
import { weekdayOf } from "../../../on-call/schedule/rules/layer-windows.ts"
import { zoneOf } from "../../../on-call/rules/time-zone.ts"

const minuteMs = 60_000
const dayMs = 86_400_000

/** Recurrence of a series; local days are written as midnight UTC. */
export type Recurrence = Pick<
  MaintenanceSeries,
  | "timeZone"
  | "unit"
  | "every"
  | "weekdays"
  | "monthDay"
  | "monthWeek"
  | "startsOn"
  | "endsOn"
  | "startMinute"
  | "durationMinutes"
>

export type Occurrence = { occursOn: Date; startsAt: Date; endsAt: Date }

const dayOf = (date: Date): number => Math.floor(date.getTime() / dayMs)
const dateOf = (day: number): Date => new Date(day * dayMs)

/**
 * The windows that end after `from` and begin before `until`, earliest first. Each begins at its local time (a skipped
 * time moves to the clock change, a repeated time means its first occurrence); clock changes do not affect its length.
 */
export function occurrencesOf(rule: Recurrence, from: Date, until: Date): Occurrence[] {
  const zone = zoneOf(rule.timeZone)
  const lengthMs = rule.durationMinutes * minuteMs
  const localDay = (ms: number) => Math.floor(zone.wallOf(ms) / dayMs)
  const first = Math.max(dayOf(rule.startsOn), localDay(from.getTime() - lengthMs) - 1)
  const last = Math.min(
    rule.endsOn === null ? Infinity : dayOf(rule.endsOn),
    localDay(until.getTime()) + 1,
  )
  const found: Occurrence[] = []
  for (let day = first; day <= last; day += 1) {
    if (!fallsOn(rule, day)) continue
    const startsAt = new Date(zone.momentOf(day * dayMs + rule.startMinute * minuteMs))
    const endsAt = new Date(startsAt.getTime() + lengthMs)
    if (endsAt > from && startsAt < until) found.push({ occursOn: dateOf(day), startsAt, endsAt })
  }
  return found
}

/** @param day since 1970, not before the first of the series. */
function fallsOn(rule: Recurrence, day: number): boolean {
  const start = dayOf(rule.startsOn)
  if (rule.unit === "days") return (day - start) % rule.every === 0
  if (rule.unit === "weeks") {
    const weeks = (mondayOf(day) - mondayOf(start)) / 7
    return weeks % rule.every === 0 && rule.weekdays.includes(weekdayOf(day))
  }
  return (monthOf(day) - monthOf(start)) % rule.every === 0 && day === dayInMonth(rule, day)
}

const mondayOf = (day: number): number => day - weekdayOf(day) + 1

/** Months since the year 0. */
const monthOf = (day: number): number =>
  dateOf(day).getUTCFullYear() * 12 + dateOf(day).getUTCMonth()

/** The day that the rule means in the month of `day`. */
function dayInMonth({ monthDay, monthWeek, weekdays }: Recurrence, day: number): number {
  const date = dateOf(day)
  const first = day - date.getUTCDate() + 1
  const last = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0) / dayMs
  if (monthDay !== null) return Math.min(first + monthDay - 1, last)
  const weekday = weekdays[0] ?? 1
  if (monthWeek === lastWeek) return last - ((weekdayOf(last) - weekday + 7) % 7)
  return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * ((monthWeek ?? 1) - 1)
}

/** The last of a weekday in the month, the fourth or the fifth. */
export const lastWeek = 5
