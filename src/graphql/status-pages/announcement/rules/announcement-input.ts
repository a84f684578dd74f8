import { z } from "zod"
import { invalid } from "../../../kernel/errors.ts"
import { text } from "../../../../platform/text-schema.ts"

export const body = text(2000).trim().min(1, "must not be empty")
export const moment = z.date({ error: "must be a date and time" })

/** @throws {DomainError} validation_failed if it would end before it begins. */
export function requireSpan(startsAt: Date, endsAt: Date | null): void {
  if (endsAt !== null && endsAt <= startsAt)
    throw invalid("#/endsAt", "must be later than startsAt")
}
