import { z } from "zod"
import { invalid } from "../errors.ts"
import { text } from "../input.ts"

export const body = text(2000).trim().min(1, "must not be empty")
export const moment = z.date({ error: "must be a moment" })

/** @throws {DomainError} validation_failed where it would be over before it begins. */
export function requireSpan(startsAt: Date, endsAt: Date | null): void {
  if (endsAt !== null && endsAt <= startsAt)
    throw invalid("#/endsAt", "must be later than startsAt")
}
