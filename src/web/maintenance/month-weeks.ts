import { dateOf, dayOf, mondayOf, plusDays } from "../ui/calendar-span.ts"
import { momentOf } from "../ui/zone.ts"

export type Placed<Window> = {
  window: Window
  /** Column of its first day, 1 to 7. */
  column: number
  /** Days in this week. */
  span: number
  /** Row below the days, from 0; windows on the same day have different ones. */
  line: number
  /** Whether it begins before, and goes on after this week. */
  isContinued: boolean
  continues: boolean
}

type Week<Window> = { days: number[]; placed: Placed<Window>[] }
type Span = { startsAt: string; endsAt: string }

/** The beginning of a month in the viewer's zone: "2026-11"; this month if absent or invalid. */
export function monthOf(text: string | undefined): number {
  const found = /^\d{4}-(0[1-9]|1[0-2])$/.test(text ?? "") ? text : monthText(Date.now())
  return momentOf(Date.parse(`${found}-01T00:00Z`))
}

export const monthText = (ms: number): string => dayOf(ms).slice(0, 7)

/** The beginning of another month. */
export function plusMonths(month: number, months: number): number {
  const date = dateOf(month)
  return momentOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1))
}

/** The Mondays of the weeks that a month touches. */
export function mondaysOf(month: number): number[] {
  const next = plusMonths(month, 1)
  const mondays: number[] = []
  for (let day = mondayOf(month); day < next; day = plusDays(day, 7)) {
    mondays.push(day)
  }
  return mondays
}

/** @param windows earliest first. */
export function weekOf<Window extends Span>(monday: number, windows: Window[]): Week<Window> {
  const days = Array.from({ length: 7 }, (_unused, at) => plusDays(monday, at))
  const until = plusDays(monday, 7)
  const free: number[] = []
  const placed = windows.flatMap((window): Placed<Window>[] => {
    const starts = Date.parse(window.startsAt)
    const ends = Date.parse(window.endsAt)
    if (ends <= monday || starts >= until) return []
    const first = Math.max(
      0,
      days.findLastIndex((day) => day <= starts),
    )
    const last = Math.max(
      first,
      days.findLastIndex((day) => day < ends),
    )
    const found = free.findIndex((day) => day <= first)
    const line = found === -1 ? free.length : found
    free[line] = last + 1
    return [
      {
        window,
        column: first + 1,
        span: last - first + 1,
        line,
        isContinued: starts < monday,
        continues: ends > until,
      },
    ]
  })
  return { days, placed }
}
