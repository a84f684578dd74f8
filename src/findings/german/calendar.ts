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
  calendar_url_unreadable: () =>
    "Die URL des Kalenders lässt sich nicht entschlüsseln, weil sich SECRET_KEY geändert hat. Geben Sie sie erneut ein.",
  calendar_not_stored: () =>
    "Der Kalender ließ sich wegen eines internen Fehlers nicht speichern. Sehen Sie in das Protokoll des Servers.",
  calendar_not_read: () => "Der Kalender ließ sich nicht lesen.",
  calendar_endless: () =>
    "Der Kalender lässt sich nicht schnell genug lesen. Vielleicht wiederholt sich ein Termin endlos.",
  calendar_without_begin: () => "Das ist kein Kalender: Er beginnt nicht mit BEGIN:VCALENDAR.",
  calendar_without_end: () => "Der Kalender ist abgeschnitten: END:VCALENDAR fehlt.",
  calendar_time_zone_unknown: ({ timeZone }) =>
    `Der Kalender verwendet eine unbekannte Zeitzone: ${timeZone}.`,
  calendar_binary: () => "Die URL liefert Binärdaten statt eines Kalenders.",
  calendar_status: ({ status }) => `Die URL antwortet mit Status ${status}.`,
  calendar_scheme: ({ protocol }) =>
    `Die URL leitet zu ${protocol}// weiter; das wird nicht unterstützt.`,
  calendar_redirects: ({ most }) => `Die URL leitet mehr als ${most}-mal weiter.`,
}
