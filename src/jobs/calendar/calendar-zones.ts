import ical from "ical.js"
import { readTimeZone, zoneOf, type Zone } from "../../graphql/on-call/rules/time-zone.ts"
import { windowsZone } from "./windows-zones.ts"

/** Finds the zone that a TZID names; null if nothing tells its offsets. */
export type FindZone = (tzid: string) => Zone | null

export const utcZone: Zone = fixedZone(0)

/** By IANA name, then as Outlook and Exchange name it, then by the calendar's own VTIMEZONE. */
export function createZones(own: ReadonlyMap<string, string>): FindZone {
  const known = new Map<string, Zone | null>()
  return (tzid) => {
    const before = known.get(tzid)
    if (before !== undefined) return before
    const zone = named(tzid) ?? ownZone(own.get(tzid))
    known.set(tzid, zone)
    return zone
  }
}

function named(tzid: string): Zone | null {
  // Programs prefix the name: /freeassociation.sourceforge.net/Europe/Berlin, tzone://Microsoft/Utc.
  const parts = tzid.trim().split("/")
  const ends = [tzid.trim(), ...[3, 2, 1].map((count) => parts.slice(-count).join("/"))]
  for (const name of ends) {
    const iana = readTimeZone(name) ?? readTimeZone(windowsZone(name) ?? "")
    if (iana !== null) return zoneOf(iana)
  }
  const [, sign, hours = "0", minutes = "0"] =
    /^(?:UTC|GMT|\(UTC|\(GMT)([+-])(\d{1,2}):?(\d{2})?\)?$/i.exec(tzid.trim()) ?? []
  if (sign === undefined) return null
  const offset = Number(hours) * 60 + Number(minutes)
  return fixedZone((sign === "-" ? -offset : offset) * 60_000)
}

function fixedZone(offsetMs: number): Zone {
  return {
    momentOf: (wallMs) => wallMs - offsetMs,
    wallOf: (momentMs) => momentMs + offsetMs,
  }
}

/** The zone of a VTIMEZONE; null if there is none, or it is broken. */
function ownZone(text: string | undefined): Zone | null {
  if (text === undefined) return null
  let zone: ical.Timezone
  try {
    zone = new ical.Timezone(new ical.Component(ical.parse(text) as unknown[]))
    zone.utcOffset(ical.Time.fromData({ year: 2026, month: 1, day: 1 }))
  } catch {
    // Its events are reported as of an unknown zone.
    return null
  }
  return {
    momentOf: (wallMs) => timeOf(wallMs, zone).toUnixTime() * 1000,
    wallOf(momentMs) {
      const { year, month, day, hour, minute, second } = timeOf(
        momentMs,
        ical.Timezone.utcTimezone,
      ).convertToZone(zone)
      return Date.UTC(year, month - 1, day, hour, minute, second)
    },
  }
}

/** A local time as the library has it. */
export function timeOf(wallMs: number, zone?: ical.Timezone, isDate = false): ical.Time {
  const at = new Date(wallMs)
  return ical.Time.fromData(
    {
      year: at.getUTCFullYear(),
      month: at.getUTCMonth() + 1,
      day: at.getUTCDate(),
      ...(isDate
        ? { isDate }
        : { hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: at.getUTCSeconds() }),
    },
    zone,
  )
}
