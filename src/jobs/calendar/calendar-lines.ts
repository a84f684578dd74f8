import { CalendarFault } from "./calendar-fault.ts"

/** A property of a component. Names are in upper case. */
export type Property = { name: string; parameters: ReadonlyMap<string, string>; value: string }

export type CalendarParts = {
  events: { properties: Property[]; isCancelled: boolean }[]
  /** Each VTIMEZONE as text, by its TZID. */
  zones: Map<string, string>
}

/** Properties that say who is on call, and when; others may be broken. */
const used = new Set([
  "DTSTART",
  "DTEND",
  "DURATION",
  "RRULE",
  "RDATE",
  "EXDATE",
  "RECURRENCE-ID",
  "UID",
  "SEQUENCE",
  "STATUS",
  "SUMMARY",
  "ATTENDEE",
])

const times = new Set(["DTSTART", "DTEND", "RECURRENCE-ID", "EXDATE", "RDATE"])

/**
 * Splits a calendar (RFC 5545), or several in a row, into its events and time zones. Accepts any line break and a
 * byte order mark, and reads only what it needs of an event.
 *
 * @throws {CalendarFault} if it is none, or was cut off: its last good copy then stays in effect.
 */
export function splitCalendar(text: string): CalendarParts {
  const lines = text
    .replaceAll("\uFEFF", "")
    .replaceAll(/(?:\r\n|\r|\n)[ \t]/g, "")
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd())
  const parts: CalendarParts = { events: [], zones: new Map() }
  const open: string[] = []
  let isCancelling = false
  let event: Property[] = []
  let zone: string[] = []
  if (!lines.some((line) => /^BEGIN:VCALENDAR$/i.test(line))) {
    throw new CalendarFault({ code: "calendar_without_begin", parameters: {} })
  }
  for (const line of lines) {
    const [, edge = "", kind = ""] = /^(BEGIN|END):([\w-]{1,60})$/i.exec(line) ?? []
    const name = kind.toUpperCase()
    if (edge.toUpperCase() === "BEGIN") {
      open.push(name)
      if (name === "VCALENDAR") isCancelling = false
      if (name === "VEVENT") event = []
      if (name === "VTIMEZONE") zone = []
    }
    if (open.includes("VTIMEZONE")) zone.push(line)
    else if (open.at(-1) === "VEVENT") {
      const property = readProperty(line)
      if (property !== null && used.has(property.name)) event.push(property)
    } else if (/^METHOD:CANCEL$/i.test(line)) isCancelling = true
    if (edge.toUpperCase() !== "END") continue
    if (name === "VEVENT") parts.events.push({ properties: event, isCancelled: isCancelling })
    if (name === "VTIMEZONE") parts.zones.set(tzidOf(zone), zone.join("\r\n"))
    const at = open.lastIndexOf(name)
    if (at !== -1) open.splice(at)
  }
  if (open.length > 0) {
    throw new CalendarFault({ code: "calendar_without_end", parameters: {} })
  }
  return parts
}

function tzidOf(zone: string[]): string {
  const found = zone.map((line) => readProperty(line)).find((one) => one?.name === "TZID")
  return found?.value.trim() ?? ""
}

/** Null if the line is no property. */
function readProperty(line: string): Property | null {
  const [head, name = ""] = /^([A-Za-z0-9-]{1,60})(?=[;:])/.exec(line) ?? []
  if (head === undefined) return null
  const parameters = new Map<string, string>()
  let at = head.length
  // Some programs do not quote the colon of a zone such as UTC+05:30; a time itself has none.
  const isTime = times.has(name.toUpperCase())
  const end = isTime ? line.lastIndexOf(":") : line.length
  const parameter = isTime
    ? /;([\w-]{1,60})=("[^"]*"|[^";]*)/y
    : /;([\w-]{1,60})=((?:"[^"]*"|[^";:])*)/y
  while (line[at] === ";") {
    parameter.lastIndex = at
    const found = parameter.exec(line)
    if (found === null) return null
    const value = found[2] ?? ""
    at = Math.min(parameter.lastIndex, end)
    const held = value.slice(0, value.length - (parameter.lastIndex - at))
    parameters.set((found[1] ?? "").toUpperCase(), held.replaceAll('"', "").trim())
  }
  if (line[at] !== ":") return null
  return { name: name.toUpperCase(), parameters, value: line.slice(at + 1) }
}
