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
  calendar_url_unreadable: () =>
    "The calendar's URL cannot be decrypted, because SECRET_KEY has changed. Enter it again.",
  calendar_not_stored: () =>
    "The calendar could not be stored because of an internal error. See the server's log.",
  calendar_not_read: () => "The calendar could not be read.",
  calendar_endless: () => "The calendar takes too long to parse. An event may repeat endlessly.",
  calendar_without_begin: () => "This is not a calendar: it does not begin with BEGIN:VCALENDAR.",
  calendar_without_end: () => "The calendar is cut off: it has no END:VCALENDAR.",
  calendar_time_zone_unknown: ({ timeZone }) =>
    `The calendar uses an unknown time zone: ${timeZone}.`,
  calendar_binary: () => "The URL returned binary data, not a calendar.",
  calendar_status: ({ status }) => `The URL returned status ${status}.`,
  calendar_scheme: ({ protocol }) => `The URL redirects to ${protocol}//, which is not supported.`,
  calendar_redirects: ({ most }) => `The URL redirects more than ${most} times.`,
}
