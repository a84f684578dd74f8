/** The days a calendar shows, in the viewer's zone; days are not all 24 hours long. */
export type CalendarSpan = { from: number; until: number; days: number[] }

/** @param day local date such as 2026-11-24; today if absent or invalid. */
export function spanOf(day: string | undefined, length: number): CalendarSpan {
  const start = midnightOf(day)
  const days = Array.from({ length }, (_unused, at) => plusDays(start, at))
  return { from: start, until: plusDays(start, length), days }
}

/** The Monday before or at a day. */
export function mondayOf(ms: number): number {
  const date = new Date(ms)
  return plusDays(ms, -((date.getDay() + 6) % 7))
}

export function plusDays(ms: number, days: number): number {
  const date = new Date(ms)
  date.setHours(0, 0, 0, 0)
  date.setDate(date.getDate() + days)
  return date.getTime()
}

const two = (value: number) => String(value).padStart(2, "0")

/** A local date such as 2026-11-24, for the URL. */
export function dayOf(ms: number): string {
  const date = new Date(ms)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function midnightOf(day: string | undefined): number {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? "")
  if (found === null) return plusDays(Date.now(), 0)
  return new Date(Number(found[1]), Number(found[2]) - 1, Number(found[3])).getTime()
}
