import { invalid } from "../errors.ts"
import { longestDays } from "./rotation.ts"

const dayMs = 86_400_000

/** @throws {DomainError} validation_failed for a window that is empty, over, or too long to be one override. */
export function requireStay(startsAt: Date, endsAt: Date, now: Date): void {
  if (endsAt <= startsAt) throw invalid("#/endsAt", "must be later than startsAt")
  if (endsAt <= now) throw invalid("#/endsAt", "must be in the future")
  if (endsAt.getTime() - startsAt.getTime() > longestDays * dayMs) {
    throw invalid("#/endsAt", `must be at most ${longestDays} days after startsAt`)
  }
}

/** @throws {DomainError} validation_failed for a window that is empty or longer than can be asked for. */
export function requireWindow(from: Date, until: Date): void {
  if (until <= from) throw invalid("#/until", "must be later than from")
  if (until.getTime() - from.getTime() > longestDays * dayMs) {
    throw invalid("#/until", `must be at most ${longestDays} days after from`)
  }
}
