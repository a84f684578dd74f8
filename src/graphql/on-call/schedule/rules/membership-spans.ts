import { invalid } from "../../../kernel/errors.ts"
import { longestDays } from "./rotation-rules.ts"

const dayMs = 86_400_000

/** @throws {DomainError} validation_failed if the window is empty, in the past, or too long for an override. */
export function requireOverrideWindow(startsAt: Date, endsAt: Date, now: Date): void {
  if (endsAt <= startsAt) throw invalid("#/endsAt", "must be later than startsAt")
  if (endsAt <= now) throw invalid("#/endsAt", "must be in the future")
  if (endsAt.getTime() - startsAt.getTime() > longestDays * dayMs) {
    throw invalid("#/endsAt", `must be at most ${longestDays} days after startsAt`)
  }
}

/** @throws {DomainError} validation_failed if the window is empty or too long. */
export function requireWindow(from: Date, until: Date): void {
  if (until <= from) throw invalid("#/until", "must be later than from")
  if (until.getTime() - from.getTime() > longestDays * dayMs) {
    throw invalid("#/until", `must be at most ${longestDays} days after from`)
  }
}
