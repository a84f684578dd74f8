import type { calendarCodes, CalendarWarningKind } from "../codes/calendar.ts"
import type { WordsOf } from "../words.ts"

const kinds: Record<Exclude<CalendarWarningKind, "too_many">, string> = {
  names_nobody: "names no member; the layers apply",
  unreadable: "cannot be read",
  unknown_time_zone: "is an unknown time zone",
  without_end: "has no end",
  too_long: "is longer than 366 days and was cut",
  too_often: "repeats too often; only the first occurrences count",
  superseded: "is replaced by a later revision",
}

export const calendar: WordsOf<typeof calendarCodes> = {
  calendar_event_ignored({ kind, subject, count }) {
    if (kind === "too_many") {
      return `From ${subject ?? ""} on, ${count} occurrences exceed the limit of 5,000.`
    }
    const title = subject === null ? "An event without a title" : `"${subject}"`
    return `${title}${count === 1 ? "" : ` (${count}×)`} ${kinds[kind]}.`
  },
}
