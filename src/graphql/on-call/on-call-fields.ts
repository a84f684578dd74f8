import { z } from "zod"
import { id, wholeNumber } from "../kernel/input.ts"
import { earliest, latest, readTimeZone } from "./rules/time-zone.ts"

const minuteMs = 60_000

/** Rounded down to the minute. */
export const moment = z
  .date({ error: "must be a date and time" })
  .refine((date) => date >= earliest && date < latest, {
    error: "must lie between the years 2000 and 2100",
  })
  .transform((date) => new Date(Math.floor(date.getTime() / minuteMs) * minuteMs))

export const timeZone = z.string({ error: "must be a string" }).transform((name, ctx) => {
  const zone = readTimeZone(name)
  if (zone !== null) return zone
  ctx.addIssue({ code: "custom", message: "must be an IANA time zone such as Europe/Berlin" })
  return z.NEVER
})

/** Parsed to minutes since midnight. */
export const wallTime = z
  .string({ error: "must be a time of day such as 09:00" })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day from 00:00 to 23:59, such as 09:00")
  .transform((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)))

export const writeTime = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`

/** 1 is Monday. */
export const weekday = wholeNumber(1, 7)

export const userIds = (most: number) =>
  z
    .array(id, { error: "must be a list of UUIDs" })
    .min(1, "must name at least one person")
    .max(most, `must name at most ${most} people`)

const mostTargets = 50
const dayMinutes = 1440

const target = z
  .object({
    userId: id.nullish(),
    teamId: id.nullish(),
    rotationId: id.nullish(),
    channelId: id.nullish(),
  })
  .transform(({ userId, teamId, rotationId, channelId }, ctx) => {
    const named = [userId, teamId, rotationId, channelId].filter((one) => one)
    if (named.length === 1) {
      if (userId) return { kind: "user" as const, userId }
      if (teamId) return { kind: "team" as const, teamId }
      if (rotationId) return { kind: "rotation" as const, rotationId }
      if (channelId) return { kind: "channel" as const, channelId }
    }
    const message = "must name exactly one of userId, teamId, rotationId and channelId"
    ctx.addIssue({ code: "custom", message })
    return z.NEVER
  })

const rule = z.object({
  delayMinutes: wholeNumber(0, dayMinutes),
  targets: z
    .array(target, { error: "must be a list of targets" })
    .min(1, "must name at least one target")
    .max(mostTargets, `must be at most ${mostTargets} targets`)
    .refine((all) => new Set(all.map((one) => JSON.stringify(one))).size === all.length, {
      error: "must name each target once",
    }),
})

export const rules = z
  .array(rule, { error: "must be a list of rules" })
  .max(20, "must be at most 20 rules")
export type RuleInput = z.output<typeof rule>

export const repeatCount = wholeNumber(0, 9)
export const repeatDelayMinutes = wholeNumber(1, dayMinutes)
