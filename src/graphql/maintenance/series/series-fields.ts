import { z } from "zod"
import { description, name, wholeNumber } from "../../kernel/input.ts"
import { monitorIds } from "../window/maintenance-monitors.ts"
import { timeZone, wallTime, weekday } from "../../on-call/on-call-fields.ts"
import { earliest, latest } from "../../on-call/rules/time-zone.ts"
import { lastWeek } from "./rules/recurrence.ts"

/** Input of a series. */

const longestMinutes = 7 * 24 * 60

/** A local day, stored as midnight UTC. */
const day = z.iso
  .date({ error: "must be a day such as 2026-11-21" })
  .transform((text) => new Date(`${text}T00:00:00Z`))
  .refine((date) => date >= earliest && date < latest, {
    error: "must lie between the years 2000 and 2100",
  })

export const words = { title: name, description, monitorIds }

const most = { days: 366, weeks: 52, months: 12 }

const weekdays = z
  .array(weekday, { error: "must be a list of weekdays, 1 for Monday to 7" })
  .transform((all) => [...new Set(all)].toSorted((one, other) => one - other))

export const recurrence = z
  .object({
    timeZone,
    unit: z.enum(["days", "weeks", "months"], { error: "must be days, weeks or months" }),
    every: wholeNumber(1, most.days).default(1),
    weekdays: weekdays.nullish().transform((all) => all ?? []),
    monthDay: wholeNumber(1, 31).nullable().default(null),
    monthWeek: wholeNumber(1, lastWeek).nullable().default(null),
    startsOn: day,
    endsOn: day.nullable().default(null),
    startTime: wallTime,
    durationMinutes: wholeNumber(1, longestMinutes),
  })
  .superRefine((rule, ctx) => {
    const refuse = (path: string, message: string) =>
      ctx.addIssue({ code: "custom", path: [path], message })
    const { unit, every, weekdays, monthDay, monthWeek, startsOn, endsOn } = rule
    if (every > most[unit]) refuse("every", `must be a whole number from 1 to ${most[unit]}`)
    if (endsOn !== null && endsOn < startsOn) refuse("endsOn", "must not be before startsOn")
    if (unit === "months") {
      if ((monthDay === null) === (monthWeek === null)) {
        refuse("monthDay", "must be set for months, unless monthWeek is set")
      }
      const wanted = monthWeek === null ? 0 : 1
      if (weekdays.length !== wanted) {
        refuse("weekdays", wanted === 1 ? "must name exactly one weekday with monthWeek" : mustNot)
      }
      return
    }
    if (monthDay !== null) refuse("monthDay", onlyMonths)
    if (monthWeek !== null) refuse("monthWeek", onlyMonths)
    if (unit === "weeks" && weekdays.length === 0) refuse("weekdays", "must name a weekday")
    if (unit === "days" && weekdays.length > 0) refuse("weekdays", mustNot)
  })
  .transform(({ startTime, ...rule }) => ({ ...rule, startMinute: startTime }))

const mustNot = "must be omitted: weekdays apply only to weeks and to monthWeek"
const onlyMonths = "must be omitted: it applies only to months"
