import type { Zone } from "../../rules/time-zone.ts"
import { inside, type Span } from "../../schedule/rules/shift-spans.ts"

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Night is from 22:00 to 7:00, in local time. */
const nightFromHour = 22
const nightUntilHour = 7

const dayOf = (wallMs: number) => Math.floor(wallMs / dayMs) * dayMs

/** The nights that touch a span. */
function nightsOf({ from, until }: Span, zone: Zone): Span[] {
  const nights: Span[] = []
  for (let day = dayOf(zone.wallOf(from)) - dayMs; day <= zone.wallOf(until); day += dayMs) {
    nights.push({
      from: zone.momentOf(day + nightFromHour * hourMs),
      until: zone.momentOf(day + dayMs + nightUntilHour * hourMs),
    })
  }
  return nights
}

/** Day 0 of 1970 was a Thursday, so that the first Saturday is day 2. */
const firstSaturday = 2 * dayMs

/** The weekends that touch a span: Saturday and Sunday, in local time. */
function weekendsOf({ from, until }: Span, zone: Zone): Span[] {
  const weekMs = 7 * dayMs
  const weekends: Span[] = []
  const before = Math.floor((zone.wallOf(from) - firstSaturday) / weekMs) * weekMs + firstSaturday
  for (let saturday = before; saturday <= zone.wallOf(until); saturday += weekMs) {
    weekends.push({
      from: zone.momentOf(saturday),
      until: zone.momentOf(saturday + 2 * dayMs),
    })
  }
  return weekends
}

const sum = (spans: readonly Span[]) => spans.reduce((ms, { from, until }) => ms + until - from, 0)

/** Milliseconds of a span that are at night. */
export const nightMs = (span: Span, zone: Zone): number => sum(inside([span], nightsOf(span, zone)))

/** Milliseconds of a span that are on a weekend. */
export const weekendMs = (span: Span, zone: Zone): number =>
  sum(inside([span], weekendsOf(span, zone)))

/** 0 to 23. */
export const localHour = (at: number, zone: Zone): number =>
  Math.floor((zone.wallOf(at) - dayOf(zone.wallOf(at))) / hourMs)

export function isNight(at: number, zone: Zone): boolean {
  const hour = localHour(at, zone)
  return hour >= nightFromHour || hour < nightUntilHour
}

/** The day on which the night of a moment began, which is the same for the whole night. */
export const nightOf = (at: number, zone: Zone): number =>
  dayOf(zone.wallOf(at) - nightUntilHour * hourMs)

export const isWeekend = (at: number, zone: Zone): boolean =>
  weekendsOf({ from: at, until: at }, zone).some(({ from, until }) => from <= at && at < until)
