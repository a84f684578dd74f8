import ical from "ical.js"
import type { CalendarEvent } from "../../graphql/on-call/schedule/rules/calendar-event.ts"
import {
  collectWarnings,
  type CalendarWarning,
} from "../../graphql/on-call/calendar/rules/calendar-warning.ts"
import { longestDays } from "../../graphql/on-call/schedule/rules/rotation-rules.ts"
import { zoneOf } from "../../graphql/on-call/rules/time-zone.ts"
import { CalendarFault } from "./calendar-fault.ts"
import { splitCalendar } from "./calendar-lines.ts"
import { createZones, timeOf } from "./calendar-zones.ts"
import {
  endOf,
  EventFault,
  momentOf,
  readEvent,
  type Length,
  type RawEvent,
  type Wall,
} from "./read-event.ts"
import { latestRevisions, replacementsOf } from "./revisions.ts"
import { dayOf, keyOf } from "./wall-key.ts"

type Window = {
  /** The rotation's time zone, for whole days and times without a zone. */
  timeZone: string
  from: Date
  until: Date
}

export type ReadCalendar = { events: CalendarEvent[]; warnings: CalendarWarning[] }

const mostOccurrences = 5000
/** Of one event, so that it does not displace the others. */
const mostOfOne = 2000
/** Includes occurrences before the window, because a rule is expanded from its start. */
const mostSteps = 50_000
const minuteMs = 60_000
const dayMs = 86_400_000

type Occurrence = { start: Wall; length: Length; event: RawEvent }

/**
 * Occurrences of a calendar (RFC 5545) that overlap a window: by level of Grafana OnCall, then by start, because a
 * later one wins. Handles recurrence rules with exceptions, moved and cancelled instances, whole days and time
 * zones. Whatever is left out is a warning.
 *
 * @throws {CalendarFault} if nothing can be read, so that the last good copy stays in effect.
 */
export function readEvents(text: string, { timeZone, from, until }: Window): ReadCalendar {
  const parts = splitCalendar(text)
  const zones = { local: zoneOf(timeZone), find: createZones(parts.zones) }
  const { warnings, warn } = collectWarnings()
  const raw = parts.events.flatMap(({ properties, isCancelled }): RawEvent[] => {
    try {
      return [readEvent(properties, isCancelled, zones)]
    } catch (error) {
      if (!(error instanceof EventFault)) throw error
      warn(error.kind, error.subject)
      return []
    }
  })
  const [unknown] = warnings().filter(({ kind }) => kind === "unknown_time_zone")
  if (raw.length === 0 && unknown !== undefined) {
    const timeZone = unknown.subject ?? ""
    throw new CalendarFault({ code: "calendar_time_zone_unknown", parameters: { timeZone } })
  }
  const events = latestRevisions(raw, (summary) => warn("superseded", summary))
  const found = events
    .flatMap((event) => {
      try {
        return occurrencesOf(event, events, { from, until }, warn)
      } catch (error) {
        if (!(error instanceof EventFault)) throw error
        warn(error.kind, error.subject)
        return []
      }
    })
    .flatMap(({ start, length, event }): CalendarEvent[] => {
      const startMs = momentOf(start)
      const endMs = endOf(start, length)
      const latestMs = startMs + longestDays * dayMs
      if (endMs <= from.getTime() || startMs >= until.getTime() || endMs <= startMs) return []
      if (endMs > latestMs) warn("too_long", event.summary)
      return [
        {
          startsAt: minuteOf(startMs),
          endsAt: minuteOf(Math.min(endMs, latestMs)),
          summary: event.summary,
          emails: event.emails,
        },
      ]
    })
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  const lost = found.length - mostOccurrences
  if (lost > 0) warn("too_many", found[mostOccurrences]?.startsAt.toISOString() ?? "", lost)
  return {
    events: found
      .slice(0, mostOccurrences)
      .toSorted((a, b) => levelOf(a.summary) - levelOf(b.summary)),
    warnings: warnings(),
  }
}

/** Grafana OnCall's level of a shift, such as [L2]; a higher one has precedence. */
const levelOf = (summary: string): number => Number(/^\s*\[L(\d)\]/i.exec(summary)?.[1] ?? 0)

const minuteOf = (moment: number) => new Date(Math.floor(moment / minuteMs) * minuteMs)

type Span = { from: Date; until: Date }
type Warn = ReturnType<typeof collectWarnings>["warn"]

/** Occurrences of one event within a window, without those that others replace or cancel. */
function occurrencesOf(event: RawEvent, all: RawEvent[], window: Span, warn: Warn): Occurrence[] {
  if (event.isCancelled) return []
  if (event.replaces !== null) return [{ start: event.start, length: event.length, event }]
  const { single, onwards } = replacementsOf(event, all)
  const excluded = new Set(event.excluded.map((at) => keyOf(at)))
  const isGone = (start: Wall) =>
    [excluded, single].some((keys) => keys.has(keyOf(start)) || keys.has(dayOf(start)))
  const seen = new Set<number>()
  const found: Occurrence[] = []
  const add = (start: Wall, length: Length | null): void => {
    const at = momentOf(start)
    if (seen.has(at)) return
    seen.add(at)
    if (isGone(start)) return
    const later = onwards.findLast((one) => one.fromMs <= at)
    if (later === undefined) found.push({ start, length: length ?? event.length, event })
    else if (!later.event.isCancelled) {
      const wallMs = start.wallMs + later.shiftMs
      found.push({ start: { ...start, wallMs }, length: later.event.length, event: later.event })
    }
  }
  add(event.start, null)
  for (const rule of event.rules) {
    let step = 0
    for (const wallMs of timesOf(rule, event)) {
      step += 1
      const start = { ...event.start, wallMs }
      if (momentOf(start) >= window.until.getTime()) break
      if (endOf(start, event.length) > window.from.getTime()) add(start, null)
      if (found.length > mostOfOne || step > mostSteps) {
        warn("too_often", event.summary)
        break
      }
    }
  }
  for (const { start, length } of event.added) add(start, length)
  return found
}

/**
 * Local times of a rule. Its end may be in UTC, while the rule counts in the zone of the event.
 *
 * @throws {EventFault} if the library cannot read the rule.
 */
function* timesOf(rule: string, { start, summary }: RawEvent): Generator<number> {
  const { wallMs, isDate, zone } = start
  const written = rule.replace(
    /(^|;)UNTIL=(\d{8})(?:T(\d{6})(Z)?)?/i,
    (_, edge: string, day: string, time?: string, utc?: string) =>
      untilOf({ edge, day, time, utc }, isDate, zone),
  )
  try {
    const times = ical.Recur.fromString(written).iterator(timeOf(wallMs, undefined, isDate))
    for (let next = following(times); next !== undefined; next = following(times)) {
      const { year, month, day, hour, minute, second } = next
      yield Date.UTC(year, month - 1, day, hour, minute, second)
    }
  } catch {
    // The library throws plain errors.
    throw new EventFault("unreadable", summary)
  }
}

/** The library's types omit that a rule ends. */
const following = (times: ical.RecurIterator): ical.Time | undefined => times.next() ?? undefined

type Until = {
  edge: string
  day: string
  time: string | undefined
  utc: string | undefined
}

function untilOf({ edge, day, time, utc }: Until, isDate: boolean, zone: Wall["zone"]): string {
  if (isDate) return `${edge}UNTIL=${day}`
  if (time === undefined) return `${edge}UNTIL=${day}T235959`
  if (utc === undefined) return `${edge}UNTIL=${day}T${time}`
  const [y, m, d] = [day.slice(0, 4), day.slice(4, 6), day.slice(6)].map(Number)
  const [h, min, s] = [time.slice(0, 2), time.slice(2, 4), time.slice(4)].map(Number)
  const moment = Date.UTC(y ?? 0, (m ?? 1) - 1, d, h, min, s)
  const wall = new Date(zone.wallOf(moment)).toISOString().slice(0, 19)
  return `${edge}UNTIL=${wall.replaceAll(/[-:]/g, "")}`
}
