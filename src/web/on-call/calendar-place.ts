import type { CSSProperties } from "react"
import type { CalendarSpan } from "../ui/calendar-span.ts"
import { zonedFormat } from "../ui/zone.ts"

const exact = zonedFormat({ dateStyle: "medium", timeStyle: "short" })

/** Where a period lies in the calendar, in percent of its width. */
export function placeOf(
  { from, until }: CalendarSpan,
  startsAt: string | number,
  endsAt: string | number,
): CSSProperties {
  const share = (at: string | number) =>
    Math.min(1, Math.max(0, (new Date(at).getTime() - from) / (until - from))) * 100
  const start = share(startsAt)
  return { insetInlineStart: `${start}%`, width: `${share(endsAt) - start}%` }
}

/** The time at a horizontal position of the pointer, in milliseconds. */
export function timeAt({ from, until }: CalendarSpan, row: Element, clientX: number): number {
  const { left, width } = row.getBoundingClientRect()
  const share = Math.min(1, Math.max(0, (clientX - left) / width))
  return from + share * (until - from)
}

export const momentInWords = (at: string | number): string => exact.format(new Date(at))

export const periodInWords = (startsAt: string | number, endsAt: string | number): string =>
  `${momentInWords(startsAt)} to ${momentInWords(endsAt)}`
