import type { Tone } from "../ui/badge.tsx"
import type { MaintenanceRow } from "./maintenance-documents.ts"
import type { SeriesRule } from "./series-documents.ts"
import { capital } from "../ui/capital.ts"
import { counted } from "../ui/counted.ts"

type State = MaintenanceRow["state"]

export const stateWord: Record<State, string> = {
  SCHEDULED: "Scheduled",
  ONGOING: "Ongoing",
  COMPLETED: "Completed",
  CANCELLED: "Canceled",
}

export const stateTone: Record<State, Tone> = {
  SCHEDULED: "accent",
  ONGOING: "maintenance",
  COMPLETED: "plain",
  CANCELLED: "plain",
}

export const weekdays = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
]

export const ordinals = ["first", "second", "third", "fourth", "last"]

const weekdayWord = (weekday: number): string => weekdays[weekday - 1] ?? ""

type Rule = Pick<SeriesRule, "unit" | "every" | "weekdays" | "monthDay" | "monthWeek">

/** "Every 2 weeks on Tuesday and Thursday", "Every month on the last Sunday". */
export function recurrenceInWords({ unit, every, weekdays, monthDay, monthWeek }: Rule): string {
  const noun = { DAYS: "day", WEEKS: "week", MONTHS: "month" }[unit]
  const each = every === 1 ? `Every ${noun}` : `Every ${every} ${noun}s`
  if (unit === "WEEKS") return `${each} on ${list.format(weekdays.map(weekdayWord))}`
  if (unit === "DAYS") return each
  if (monthWeek === null) return `${each} on day ${monthDay ?? 1}`
  return `${each} on the ${ordinals[monthWeek - 1] ?? ""} ${weekdayWord(weekdays[0] ?? 1)}`
}

const list = new Intl.ListFormat("en", { type: "conjunction" })

export const monitorsInWords = (count: number): string =>
  count === 0 ? "No monitors" : counted(count, "monitor")

type Notices = { notifyBeforeMinutes: number | null; notifyAtStart: boolean; notifyAtEnd: boolean }

/** When subscribers of status pages are notified. */
export function noticesInWords(notices: Notices): string {
  const { notifyBeforeMinutes, notifyAtStart, notifyAtEnd } = notices
  const parts = [
    notifyBeforeMinutes !== null && `${beforeInWords(notifyBeforeMinutes)} before`,
    notifyAtStart && "at the start",
    notifyAtEnd && "at the end",
  ].filter((part) => part !== false)
  return parts.length === 0 ? "Not notified" : capital(list.format(parts))
}

export function beforeInWords(minutes: number): string {
  if (minutes % 1440 === 0) return minutes === 1440 ? "1 day" : `${minutes / 1440} days`
  if (minutes % 60 === 0) return minutes === 60 ? "1 hour" : `${minutes / 60} hours`
  return `${minutes} minutes`
}
