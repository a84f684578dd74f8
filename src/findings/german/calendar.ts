import type { calendarCodes, CalendarWarningKind } from "../codes/calendar.ts"
import type { WordsOf } from "../words.ts"

const kinds: Record<Exclude<CalendarWarningKind, "too_many">, string> = {
  names_nobody: "nennt kein Mitglied; die Ebenen gelten",
  unreadable: "ist nicht lesbar",
  unknown_time_zone: "ist eine unbekannte Zeitzone",
  without_end: "hat kein Ende",
  too_long: "ist länger als 366 Tage und wurde gekürzt",
  too_often: "wiederholt sich zu oft; nur die ersten Male zählen",
  superseded: "ist durch eine spätere Fassung ersetzt",
}

export const calendar: WordsOf<typeof calendarCodes> = {
  calendar_event_ignored({ kind, subject, count }) {
    if (kind === "too_many") {
      return `Ab ${subject ?? ""} überschreiten ${count} Termine die Grenze von 5.000.`
    }
    const title = subject === null ? "Ein Termin ohne Titel" : `"${subject}"`
    return `${title}${count === 1 ? "" : ` (${count}×)`} ${kinds[kind]}.`
  },
}
