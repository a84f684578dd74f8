import ical from "ical.js"
import type { CalendarEvent } from "../../graphql/on-call/calendar-event.ts"
import { longestDays } from "../../graphql/on-call/rotation.ts"
import type { Zone } from "../../graphql/on-call/zone.ts"
import { readTimeZone, zoneOf } from "../../graphql/on-call/zone.ts"

/** Why a calendar cannot be used, in words for whoever set it up. */
export class CalendarFault extends Error {}

type Window = {
  /** Where times without a zone, and whole days, are local: the rotation's. */
  timeZone: string
  from: Date
  until: Date
}

const mostOccurrences = 5000
/** Also those before the window count: a rule begins where it began. */
const mostSteps = 50_000
const minuteMs = 60_000
const dayMs = 86_400_000

/**
 * The occurrences of a calendar (RFC 5545) that touch a window, in the order in which they begin: rules with their
 * exceptions, moved and called-off instances, whole days and every kind of time zone.
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
      if (step > mostSteps) throw new CalendarFault("An event of the calendar repeats too often.")
      const next = following(times)
      if (next === undefined) break
      const { item, startDate, endDate } = event.getOccurrenceDetails(next)
      // What was not moved ends as long after its start as the first one.
      const ends = item === event ? "dtstart" : "dtend"
      if (!isCalledOff(item)) add(occurrence(item, local, startDate, endDate, ends))
      if (momentOf(event, local, next) >= until.getTime()) break
    }
  }
  return found.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
}

/** The library's types do not say that a rule ends. */
const following = (times: ReturnType<ical.Event["iterator"]>): ical.Time | undefined => times.next()

function parse(text: string): ical.Component {
  let calendar: ical.Component
  try {
    calendar = new ical.Component(ical.parse(text) as unknown[])
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CalendarFault(`This is no calendar that can be read: ${why.slice(0, 200)}`)
  }
  if (calendar.name !== "vcalendar") {
    throw new CalendarFault("This is no calendar: it does not begin with BEGIN:VCALENDAR.")
  }
  return calendar
}

/** Each event with its moved instances; one that was sent without the event it belongs to stands by itself. */
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

/** Each of the two may name a zone of its own. */
type Named = "dtstart" | "dtend"

/**
 * A name of IANA is read as the whole house reads it; others by what the calendar itself says of them. A zone that
 * neither knows is a fault: an hour off is somebody who is not called.
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
    throw new CalendarFault(`The calendar names a time zone that nobody knows: ${named}.`)
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
