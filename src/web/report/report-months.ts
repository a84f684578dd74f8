/** Months are written like 2026-11, in the project's time zone. */

export const monthIn = (at: Date, timeZone: string): string => {
  const parts = new Intl.DateTimeFormat("en", { year: "numeric", month: "2-digit", timeZone })
    .formatToParts(at)
    .map(({ type, value }) => [type, value] as const)
  const by = new Map(parts)
  return `${by.get("year")}-${by.get("month")}`
}

const isMonth = (text: string): boolean => /^20\d\d-(0[1-9]|1[0-2])$/.test(text)

/** The month of the URL; without one, the last that has ended. */
export const readMonth = (text: string | undefined, current: string): string =>
  text !== undefined && isMonth(text) ? text : shiftMonth(current, -1)

export function shiftMonth(month: string, by: number): string {
  const [year = 0, ordinal = 0] = month.split("-").map(Number)
  return new Date(Date.UTC(year, ordinal - 1 + by)).toISOString().slice(0, 7)
}

const named = new Intl.DateTimeFormat(undefined, {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
})

/** "November 2026". */
export const monthInWords = (month: string): string => named.format(new Date(`${month}-01`))

export function daysIn(month: string): number {
  const [year = 0, ordinal = 0] = month.split("-").map(Number)
  return new Date(Date.UTC(year, ordinal, 0)).getUTCDate()
}

/** From the newest to the first, at most three years. */
export function monthsBetween(first: string, newest: string): string[] {
  const months = [newest]
  while (months.length < 36 && (months.at(-1) ?? "") > first) {
    months.push(shiftMonth(months.at(-1) ?? newest, -1))
  }
  return months
}
