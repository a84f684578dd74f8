import ical from "ical.js"
import type { CalendarEvent } from "../../graphql/on-call/calendar/rules/calendar-event.ts"
import { longestDays } from "../../graphql/on-call/policy/rules/rotation-rules.ts"
import type { Zone } from "../../graphql/on-call/schedule/rules/time-zone.ts"
import { readTimeZone, zoneOf } from "../../graphql/on-call/schedule/rules/time-zone.ts"

/** An error shown to the calendar's owner. */
export class CalendarFault extends Error {}

type Window = {
  /** The rotation's time zone, for whole days and times without a zone. */
  timeZone: string
  from: Date
  until: Date
}

const mostOccurrences = 5000
/** Includes occurrences before the window, because a rule is expanded from its start. */
const mostSteps = 50_000
const minuteMs = 60_000
const dayMs = 86_400_000

/**
 * Occurrences of a calendar (RFC 5545) that overlap a window, ordered by start. Handles recurrence rules with
 * exceptions, moved and cancelled instances, whole days and time zones.
 *
 * @throws {CalendarFault}
 */
export function readEvents(text: string, { timeZone, from, until }: Window): CalendarEvent[] {
  const local = zoneOf(timeZone)
  const found: CalendarEvent[] = []
  const add = (event: CalendarEvent) => {
    if (event.endsAt <= event.startsAt || event.endsAt <= from || event.startsAt >= until) return
    if (found.push(event) > mostOccurrences) {
      throw new CalendarFault(
        `The calendar has more than ${mostOccurrences.toLocaleString("en")} events in the next 400 days.`,
      )
    }
  }
  for (const event of eventsOf(parse(text))) {
    if (!event.isRecurring()) {
      if (!isCalledOff(event))
        add(occurrence(event, local, event.startDate, event.endDate, "dtend"))
      continue
    }
    const times = event.iterator()
    for (let step = 0; ; step += 1) {
      if (step > mostSteps) throw new CalendarFault("An event in the calendar repeats too often.")
      const next = following(times)
      if (next === undefined) break
      const { item, startDate, endDate } = event.getOccurrenceDetails(next)
      // An instance that was not moved has the duration of the first one.
      const ends = item === event ? "dtstart" : "dtend"
      if (!isCalledOff(item)) add(occurrence(item, local, startDate, endDate, ends))
      if (momentOf(event, local, next) >= until.getTime()) break
    }
  }
  return found.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
}

/** The library's types omit that a rule ends. */
const following = (times: ReturnType<ical.Event["iterator"]>): ical.Time | undefined => times.next()

function parse(text: string): ical.Component {
  let calendar: ical.Component
  try {
    calendar = new ical.Component(ical.parse(text) as unknown[])
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CalendarFault(`The calendar could not be parsed: ${why.slice(0, 200)}`)
  }
  if (calendar.name !== "vcalendar") {
    throw new CalendarFault("This is not a calendar: it does not begin with BEGIN:VCALENDAR.")
  }
  return calendar
}

/** Events with their moved instances; an instance without its parent event counts as an event. */
function eventsOf(calendar: ical.Component): ical.Event[] {
  const all = calendar.getAllSubcomponents("vevent").map((component) => new ical.Event(component))
  const masters = new Map<string, ical.Event>()
  for (const event of all) {
    if (!isException(event) && event.component.hasProperty("dtstart")) masters.set(event.uid, event)
  }
  const alone: ical.Event[] = []
  for (const event of all) {
    if (!isException(event) || !event.component.hasProperty("dtstart")) continue
    const master = masters.get(event.uid)
    if (master?.isRecurring() === true) master.relateException(event)
    else alone.push(event)
  }
  return [...masters.values(), ...alone]
}

const isException = ({ component }: ical.Event) => component.hasProperty("recurrence-id")

const isCalledOff = ({ component }: ical.Event): boolean =>
  String(component.getFirstPropertyValue("status") ?? "").toUpperCase() === "CANCELLED"

function occurrence(
  event: ical.Event,
  local: Zone,
  start: ical.Time,
  end: ical.Time,
  ends: Named,
): CalendarEvent {
  const startsAt = momentOf(event, local, start)
  const endsAt = Math.min(momentOf(event, local, end, ends), startsAt + longestDays * dayMs)
  return {
    startsAt: minuteOf(startsAt),
    endsAt: minuteOf(endsAt),
    summary: String(event.component.getFirstPropertyValue("summary") ?? "")
      .slice(0, 200)
      .toWellFormed()
      .replaceAll("\u0000", ""),
    emails: emailsOf(event),
  }
}

const minuteOf = (moment: number) => new Date(Math.floor(moment / minuteMs) * minuteMs)

/** Start and end may have different zones. */
type Named = "dtstart" | "dtend"

/**
 * Reads IANA zone names from the system, other zones from the calendar's VTIMEZONE. An unknown zone is an error,
 * because a wrong offset would page the wrong person.
 */
function momentOf(
  { component }: ical.Event,
  local: Zone,
  time: ical.Time,
  of: Named = "dtstart",
): number {
  const { year, month, day, hour, minute, second, zone, isDate } = time
  const wallMs = Date.UTC(year, month - 1, day, hour, minute, second)
  if (isDate) return local.momentOf(wallMs)
  if (zone.tzid === "UTC") return wallMs
  const zoneOfProperty = (name: Named) => component.getFirstProperty(name)?.getParameter("tzid")
  const named = zoneOfProperty(of) ?? zoneOfProperty("dtstart")
  if (typeof named !== "string") return local.momentOf(wallMs)
  const name = readTimeZone(named)
  if (name !== null) return zoneOf(name).momentOf(wallMs)
  if (zone.tzid === "floating") {
    throw new CalendarFault(`The calendar uses an unknown time zone: ${named}.`)
  }
  return time.toUnixTime() * 1000
}

function emailsOf({ attendees }: ical.Event): string[] {
  return attendees.flatMap((attendee) => {
    const [, address = ""] = /^mailto:(.+)$/i.exec(String(attendee.getFirstValue())) ?? []
    const hasDeclined = String(attendee.getParameter("partstat")).toUpperCase() === "DECLINED"
    return address === "" || hasDeclined ? [] : [address.toLowerCase().slice(0, 320)]
  })
}
