import { z } from "zod"
import { name, wholeNumber } from "../../kernel/input.ts"
import { moment, userIds, wallTime, weekday } from "../on-call-fields.ts"
import { longestDays, type HandOver, type Restriction } from "../schedule/rules/rotation-rules.ts"

/** Input schema of layers. A shift lasts at most `longestDays`. */

const most = { hours: longestDays * 24, days: longestDays, weeks: Math.floor(longestDays / 7) }

const handOver = z
  .object({
    unit: z.enum(["hours", "days", "weeks"], { error: "must be hours, days or weeks" }),
    every: wholeNumber(1, most.hours),
    time: wallTime.nullish(),
    weekday: weekday.nullish(),
  })
  .transform(({ unit, every, time, weekday }, ctx): HandOver => {
    const refuse = (path: string, message: string) => {
      ctx.addIssue({ code: "custom", path: [path], message })
      return z.NEVER
    }
    if (every > most[unit]) {
      return refuse("every", `must be a whole number from 1 to ${most[unit]}`)
    }
    if (unit === "hours") {
      const rule = "must be omitted: hours count from the start of the layer"
      if (typeof time === "number") return refuse("time", rule)
      if (typeof weekday === "number") return refuse("weekday", rule)
      return { unit, every }
    }
    if (typeof time !== "number") return refuse("time", "must be given, such as 09:00")
    if (unit === "days") {
      if (typeof weekday !== "number") return { unit, every, minute: time }
      return refuse("weekday", "must be omitted: only weeks start on a weekday")
    }
    if (typeof weekday !== "number") return refuse("weekday", "must be given for weeks")
    return { unit, every, minute: time, weekday }
  })

const restriction = z
  .object({
    startTime: wallTime,
    endTime: wallTime,
    startWeekday: weekday.nullish(),
    endWeekday: weekday.nullish(),
  })
  .transform(({ startTime, endTime, startWeekday, endWeekday }, ctx): Restriction => {
    const isWeekly = typeof startWeekday === "number"
    if (isWeekly !== (typeof endWeekday === "number")) {
      const path = [isWeekly ? "endWeekday" : "startWeekday"]
      const message = "must be given too: a weekly restriction needs both weekdays"
      ctx.addIssue({ code: "custom", path, message })
      return z.NEVER
    }
    if (startTime === endTime && startWeekday === endWeekday) {
      const message =
        "must differ from the start; omit the restriction if the layer is always active"
      ctx.addIssue({ code: "custom", path: ["endTime"], message })
      return z.NEVER
    }
    const times = { startMinute: startTime, endMinute: endTime }
    return typeof startWeekday === "number" && typeof endWeekday === "number"
      ? { kind: "weekly", ...times, startWeekday, endWeekday }
      : { kind: "daily", ...times }
  })

const layer = z
  .object({
    name,
    startsAt: moment,
    endsAt: moment.nullish(),
    handOver,
    participantIds: userIds(100),
    restrictions: z
      .array(restriction, { error: "must be a list of restrictions" })
      .max(20, "must be at most 20 restrictions")
      .nullish(),
  })
  .refine(({ startsAt, endsAt }) => !endsAt || endsAt > startsAt, {
    error: "must be later than startsAt",
    path: ["endsAt"],
  })
export type LayerInput = z.output<typeof layer>

export const layers = z
  .array(layer, { error: "must be a list of layers" })
  .max(20, "must be at most 20 layers")
