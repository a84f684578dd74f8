import { dateOf, dayOf } from "../ui/calendar-span.ts"
import { momentOf, viewerZone } from "../ui/zone.ts"
import type { MaintenanceView } from "./maintenance-documents.ts"
import type { SeriesRule, SeriesView } from "./series-documents.ts"

const hourMs = 3_600_000

/** What the form shows besides its monitors. */
export type Draft = {
  title: string
  description: string
  /** ISO 8601; null while incomplete. */
  startsAt: string | null
  endsAt: string | null
  rule: DraftRule
  notices: Notices
}

export type Notices = {
  notifyBeforeMinutes: number | null
  notifyAtStart: boolean
  notifyAtEnd: boolean
}

export type DraftRule = {
  timeZone: string
  unit: SeriesRule["unit"]
  every: number
  weekdays: number[]
  monthDay: number
  /** Null if the day of the month counts, not the weekday. */
  monthWeek: number | null
  monthWeekday: number
  startsOn: string
  endsOn: string
  startTime: string
  durationMinutes: number
}

/** @param day local date on which the window starts; the next full hour if absent. */
export function newDraft(day?: string): Draft {
  const asked = day === undefined ? Number.NaN : Date.parse(`${day}T02:00Z`)
  const nextHour = Math.ceil((Date.now() + 60_000) / hourMs) * hourMs
  const start = Number.isNaN(asked) ? nextHour : Math.max(momentOf(asked), nextHour)
  const date = dateOf(start)
  return {
    title: "",
    description: "",
    startsAt: new Date(start).toISOString(),
    endsAt: new Date(start + hourMs).toISOString(),
    rule: {
      timeZone: viewerZone(),
      unit: "WEEKS",
      every: 1,
      weekdays: [date.getUTCDay() === 0 ? 7 : date.getUTCDay()],
      monthDay: date.getUTCDate(),
      monthWeek: null,
      monthWeekday: 7,
      startsOn: dayOf(start),
      endsOn: "",
      startTime: "02:00",
      durationMinutes: 60,
    },
    notices: { notifyBeforeMinutes: null, notifyAtStart: true, notifyAtEnd: true },
  }
}

export const draftOfWindow = (window: MaintenanceView): Draft => ({
  ...newDraft(),
  title: window.title,
  description: window.description,
  startsAt: window.startsAt,
  endsAt: window.endsAt,
  notices: noticesOf(window),
})

export const draftOfSeries = (series: SeriesView): Draft => {
  const { monthDay, monthWeek, weekdays, endsOn } = series
  return {
    ...newDraft(),
    title: series.title,
    description: series.description,
    rule: {
      timeZone: series.timeZone,
      unit: series.unit,
      every: series.every,
      weekdays: series.unit === "WEEKS" ? weekdays : [1],
      monthDay: monthDay ?? 1,
      monthWeek,
      monthWeekday: monthWeek === null ? 7 : (weekdays[0] ?? 7),
      startsOn: series.startsOn,
      endsOn: endsOn ?? "",
      startTime: series.startTime,
      durationMinutes: series.durationMinutes,
    },
    notices: noticesOf(series),
  }
}

const noticesOf = ({ notifyBeforeMinutes, notifyAtStart, notifyAtEnd }: Notices): Notices => ({
  notifyBeforeMinutes,
  notifyAtStart,
  notifyAtEnd,
})

/** The arguments of the API: only the days that the unit uses. */
export function ruleInput(rule: DraftRule) {
  const { unit, monthWeek } = rule
  const byWeekday = unit === "MONTHS" && monthWeek !== null
  return {
    timeZone: rule.timeZone,
    unit,
    every: rule.every,
    weekdays: unit === "WEEKS" ? rule.weekdays : byWeekday ? [rule.monthWeekday] : [],
    monthDay: unit === "MONTHS" && monthWeek === null ? rule.monthDay : null,
    monthWeek: byWeekday ? monthWeek : null,
    startsOn: rule.startsOn,
    endsOn: rule.endsOn === "" ? null : rule.endsOn,
    startTime: rule.startTime,
    durationMinutes: rule.durationMinutes,
  }
}
