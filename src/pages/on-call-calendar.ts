/** A calendar in the format of RFC 5545; moments are written in UTC. */
export type Calendar = { name: string; stampedAt: Date; events: CalendarEvent[] }

export type CalendarEvent = {
  /** The same for the same event, whenever it is written. */
  uid: string
  startsAt: Date
  endsAt: Date
  summary: string
  description: string
  /** A link to details. */
  url?: string
}

const product = "-//Watchkeeper//Calendars//EN"
/** Section 3.1. */
const lineBytes = 75

/** ical.js reads calendars, but writes lines of 76 octets and does not escape `NAME` and `X-WR-CALNAME`. */
export function writeCalendar({ name, stampedAt, events }: Calendar): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:${product}`,
    "CALSCALE:GREGORIAN",
    // RFC 7986, and how older readers spell the same.
    `NAME:${escape(name)}`,
    `X-WR-CALNAME:${escape(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...(events.length === 0 ? placeholder : events.flatMap((event) => ofEvent(event, stampedAt))),
    "END:VCALENDAR",
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join("")
}

/** A calendar must have a component (section 3.6); this one is empty. */
const placeholder = [
  "BEGIN:VTIMEZONE",
  "TZID:Etc/UTC",
  "BEGIN:STANDARD",
  "DTSTART:19700101T000000",
  "TZOFFSETFROM:+0000",
  "TZOFFSETTO:+0000",
  "END:STANDARD",
  "END:VTIMEZONE",
]

const ofEvent = (event: CalendarEvent, stampedAt: Date): string[] => [
  "BEGIN:VEVENT",
  `UID:${escape(event.uid)}`,
  `DTSTAMP:${moment(stampedAt)}`,
  `DTSTART:${moment(event.startsAt)}`,
  `DTEND:${moment(event.endsAt)}`,
  `SUMMARY:${escape(event.summary)}`,
  `DESCRIPTION:${escape(event.description)}`,
  ...(event.url === undefined ? [] : [`URL:${event.url}`]),
  // Shifts do not mark people as busy.
  "TRANSP:TRANSPARENT",
  "END:VEVENT",
]

/** 20261121T093000Z. */
const moment = (date: Date): string => `${date.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`

/** Section 3.3.11; other control characters have no way to be written. */
const escape = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    // oxlint-disable-next-line no-control-regex -- they are what is meant
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "")

/** Folds lines at 75 octets, never within a character; continuations start with a space. */
function fold(line: string): string {
  let folded = ""
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > lineBytes) {
      folded += "\r\n "
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}
