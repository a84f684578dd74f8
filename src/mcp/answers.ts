import { z } from "zod"

export const cursor = z
  .string({ error: "must be text" })
  .max(500, "must be a next_cursor, unchanged")
  .optional()
  .describe("next_cursor of the last answer.")

/** A time in an argument. */
export const moment = z.iso
  .datetime({ offset: true, error: "must be a time such as 2026-11-21T09:30:00Z" })
  .describe("ISO 8601.")

/** Times, texts and names of an answer; text from outside is marked. */
export const textOut = z.string()
export const maybe = z.string().nullable()
export const rows = z.array(z.looseObject({}))
export const nextCursor = z.string().nullable().optional()

export const lower = (name: string): string => name.toLowerCase()

export const minutesBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 60_000)
