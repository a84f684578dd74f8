import type { Zone } from "../../graphql/on-call/rules/time-zone.ts"
import type { Property } from "./calendar-lines.ts"
import { utcZone, type FindZone } from "./calendar-zones.ts"

/** A local time in a zone. */
export type Wall = { wallMs: number; isDate: boolean; zone: Zone }

/** How long an occurrence lasts: to a local time so much later, or for an exact time. */
export type Length = { wallMs: number } | { exactMs: number; days: number }

export type RawEvent = {
  /** Null if it has none. */
  uid: string | null
  sequence: number
  start: Wall
  length: Length
  rules: string[]
  added: { start: Wall; length: Length | null }[]
  excluded: Wall[]
  /** The occurrence that it replaces. */
  replaces: { at: Wall; isAndFuture: boolean } | null
  isCancelled: boolean
  summary: string
  emails: string[]
}

/** Why an event was left out. */
export class EventFault extends Error {
  readonly kind: "unreadable" | "unknown_time_zone" | "without_end"
  readonly subject: string

  constructor(kind: EventFault["kind"], subject: string) {
    super(kind)
    this.kind = kind
    this.subject = subject
  }
}

type Zones = { local: Zone; find: FindZone }

const dayMs = 86_400_000
const mostAttendees = 200

/** @throws {EventFault} */
export function readEvent(properties: Property[], isCancelled: boolean, zones: Zones): RawEvent {
  const all = (name: string) => properties.filter((one) => one.name === name)
  const first = (name: string) => all(name)[0]
  const summary = unescaped(first("SUMMARY")?.value ?? "")
  const times = (name: string) =>
    all(name).flatMap((one) =>
      one.value.split(",").map((value) => readWall(value, one, zones, summary)),
    )
  const given = first("DTSTART")
  if (given === undefined) throw new EventFault("unreadable", summary)
  const start = readWall(given.value, given, zones, summary)
  const replaced = first("RECURRENCE-ID")
  const sequence = Number(first("SEQUENCE")?.value ?? 0)
  return {
    uid: first("UID")?.value.trim() || null,
    sequence: Number.isSafeInteger(sequence) ? sequence : 0,
    start,
    length: lengthOf(start, first("DTEND"), first("DURATION"), zones, summary),
    rules: all("RRULE").map(({ value }) => value.trim()),
    added: all("RDATE").flatMap((one) =>
      one.value.split(",").map((value) => readAdded(value, one, zones, summary)),
    ),
    excluded: times("EXDATE"),
    replaces:
      replaced === undefined
        ? null
        : {
            at: readWall(replaced.value, replaced, zones, summary),
            isAndFuture: replaced.parameters.get("RANGE")?.toUpperCase() === "THISANDFUTURE",
          },
    isCancelled: isCancelled || first("STATUS")?.value.trim().toUpperCase() === "CANCELLED",
    summary,
    emails: all("ATTENDEE").slice(0, mostAttendees).flatMap(emailOf),
  }
}

function readWall(value: string, { parameters }: Property, zones: Zones, summary: string): Wall {
  const found = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(Z)?)?$/i.exec(value.trim())
  const [, year, month, day, hour, minute, second = "0", utc] = found ?? []
  if (found === null) throw new EventFault("unreadable", summary)
  const isDate = hour === undefined
  const dateMs = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const isReal = new Date(dateMs).getUTCDate() === Number(day) && Number(month) <= 12
  const isTime = Number(hour ?? 0) <= 24 && Number(minute ?? 0) <= 59 && Number(second) <= 60
  if (!isReal || !isTime) throw new EventFault("unreadable", summary)
  const seconds = Number(hour ?? 0) * 3600 + Number(minute ?? 0) * 60 + Number(second)
  const wallMs = dateMs + seconds * 1000
  if (isDate) return { wallMs, isDate, zone: zones.local }
  if (utc !== undefined) return { wallMs, isDate, zone: utcZone }
  const tzid = parameters.get("TZID") ?? ""
  if (tzid === "") return { wallMs, isDate, zone: zones.local }
  const zone = zones.find(tzid)
  if (zone === null) throw new EventFault("unknown_time_zone", tzid)
  return { wallMs, isDate, zone }
}

/** A date or time, or a period with an end of its own. */
function readAdded(value: string, property: Property, zones: Zones, summary: string) {
  const [from = "", to] = value.split("/")
  const start = readWall(from, property, zones, summary)
  if (to === undefined) return { start, length: null }
  const isDuration = /^[+-]?P/i.test(to.trim())
  const end = { ...property, value: to }
  return {
    start,
    length: lengthOf(
      start,
      isDuration ? undefined : end,
      isDuration ? end : undefined,
      zones,
      summary,
    ),
  }
}

function lengthOf(
  start: Wall,
  end: Property | undefined,
  duration: Property | undefined,
  zones: Zones,
  summary: string,
): Length {
  if (end !== undefined) {
    const until = readWall(end.value, end, zones, summary)
    if (until.zone === start.zone) return positive({ wallMs: until.wallMs - start.wallMs }, summary)
    return positive({ exactMs: momentOf(until) - momentOf(start), days: 0 }, summary)
  }
  if (duration === undefined) {
    if (start.isDate) return { wallMs: dayMs }
    throw new EventFault("without_end", summary)
  }
  const found =
    /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/i.exec(
      duration.value.trim(),
    )
  if (found === null) throw new EventFault("unreadable", summary)
  const [weeks, days, hours, minutes, seconds] = found.slice(1).map((one) => Number(one ?? 0))
  const exact = (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)
  return positive({ exactMs: exact * 1000, days: (weeks ?? 0) * 7 + (days ?? 0) }, summary)
}

function positive(length: Length, summary: string): Length {
  const isEmpty = "wallMs" in length ? length.wallMs <= 0 : length.exactMs + length.days <= 0
  if (isEmpty) throw new EventFault("without_end", summary)
  return length
}

export const momentOf = ({ wallMs, zone }: Wall): number => zone.momentOf(wallMs)

/** The end of an occurrence: days keep the local time over a change of clocks, hours do not. */
export function endOf({ wallMs, zone }: Wall, length: Length): number {
  if ("wallMs" in length) return zone.momentOf(wallMs + length.wallMs)
  return zone.momentOf(wallMs + length.days * dayMs) + length.exactMs
}

/** RFC 5545, 3.3.11. */
const unescaped = (text: string): string =>
  text
    .replaceAll(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? " " : sign))
    .replaceAll("\u0000", "")
    .trim()
    .slice(0, 200)
    .toWellFormed()

function emailOf({ value, parameters }: Property): string[] {
  if (parameters.get("PARTSTAT")?.toUpperCase() === "DECLINED") return []
  const [, address] = /^mailto:(.+)$/i.exec(value.trim()) ?? []
  const given = address ?? parameters.get("EMAIL") ?? ""
  return given.includes("@") ? [given.trim().toLowerCase().slice(0, 320)] : []
}
