import { z } from "zod"
import { invalid } from "../../../kernel/errors.ts"

/** A time of a filter, which is JSON. */
export const time = z.iso
  .datetime({ offset: true, error: "must be a time such as 2026-01-31T12:00:00Z" })
  .transform((text) => new Date(text))

const dayMs = 86_400_000
const longestDays = 400
const usualDays = 30

/** By default the last 30 days; an end in the future means now. */
export function windowOf(
  { from, to }: { from?: Date | null | undefined; to?: Date | null | undefined },
  now: Date,
): { from: Date; to: Date } {
  const end = to && to < now ? to : now
  const start = from ?? new Date(end.getTime() - usualDays * dayMs)
  if (start >= end) throw invalid("#/from", "must be in the past and earlier than to")
  if (end.getTime() - start.getTime() > longestDays * dayMs) {
    throw invalid("#/to", `must be at most ${longestDays} days after from`)
  }
  return { from: start, to: end }
}
