import { z } from "zod"
import type { Zone } from "../../../on-call/rules/time-zone.ts"

/** A calendar month such as 2026-11. */
export const reportMonth = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, "must be a month such as 2026-11")

/** Reports are mailed in the morning, when the month's last hour is counted. */
const sendHour = 8

const partsOf = (month: string) => {
  const [year = 0, ordinal = 0] = month.split("-").map(Number)
  return { year, index: ordinal - 1 }
}

const wordOf = (wall: Date): string => wall.toISOString().slice(0, 7)

/** The month after. */
export function nextMonth(month: string): string {
  const { year, index } = partsOf(month)
  return wordOf(new Date(Date.UTC(year, index + 1)))
}

export const monthAt = (now: Date, zone: Zone): string =>
  wordOf(new Date(zone.wallOf(now.getTime())))

/** Half-open, in a time zone. */
export function monthWindow(month: string, zone: Zone): { from: Date; to: Date } {
  const { year, index } = partsOf(month)
  const from = zone.momentOf(Date.UTC(year, index))
  return { from: new Date(from), to: new Date(zone.momentOf(Date.UTC(year, index + 1))) }
}

/** The days of a month in a time zone that have begun, the last until now. */
export function daysOfMonth(month: string, zone: Zone, now: Date): { from: Date; to: Date }[] {
  const { year, index } = partsOf(month)
  const count = new Date(Date.UTC(year, index + 1, 0)).getUTCDate()
  return Array.from({ length: count }, (_day, at) => {
    const to = zone.momentOf(Date.UTC(year, index, at + 2))
    return {
      from: new Date(zone.momentOf(Date.UTC(year, index, at + 1))),
      to: new Date(Math.min(to, now.getTime())),
    }
  }).filter(({ from, to }) => from < to)
}

/** When the report of a month is mailed: at 8:00 on the first day after it. */
export function sendTime(month: string, zone: Zone): Date {
  const { year, index } = partsOf(month)
  return new Date(zone.momentOf(Date.UTC(year, index + 1, 1, sendHour)))
}
