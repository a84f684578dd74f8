import { momentOf, wallOf } from "./zone.ts"

/** The days a calendar shows, in the viewer's zone; days are not all 24 hours long. */
export type CalendarSpan = { from: number; until: number; days: number[] }

const dayMs = 86_400_000

/** @param day local date such as 2026-11-24; today if absent or invalid. */
export function spanOf(day: string | undefined, length: number): CalendarSpan {
  const start = midnightOf(day)
  const days = Array.from({ length }, (_unused, at) => plusDays(start, at))
  return { from: start, until: plusDays(start, length), days }
}

/** The local date of a moment, as midnight in UTC of the same date. */
export const dateOf = (ms: number): Date => new Date(Math.floor(wallOf(ms) / dayMs) * dayMs)

export const isWeekend = (ms: number): boolean => dateOf(ms).getUTCDay() % 6 === 0

/** The Monday before or at a day. */
export const mondayOf = (ms: number): number => plusDays(ms, -((dateOf(ms).getUTCDay() + 6) % 7))

/** Midnight, so many days after the day of a moment. */
export const plusDays = (ms: number, days: number): number =>
  momentOf(dateOf(ms).getTime() + days * dayMs)

/** A local date such as 2026-11-24, for the URL. */
export const dayOf = (ms: number): string => dateOf(ms).toISOString().slice(0, 10)

function midnightOf(day: string | undefined): number {
  const date = /^\d{4}-\d\d-\d\d$/.test(day ?? "") ? Date.parse(`${day}T00:00Z`) : Number.NaN
  return Number.isNaN(date) ? plusDays(Date.now(), 0) : momentOf(date)
}
