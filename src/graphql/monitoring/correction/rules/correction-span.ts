import { invalid } from "../../../kernel/errors.ts"

const longestDays = 31
const dayMs = 86_400_000

type Span = { startsAt: Date; endsAt: Date }

/** @throws {DomainError} validation_failed for an empty span, one that is too long and one that is not over. */
export function requireSpan({ startsAt, endsAt }: Span, now: Date): void {
  if (endsAt <= startsAt) throw invalid("#/endsAt", "must be later than startsAt")
  if (endsAt > now) {
    throw invalid("#/endsAt", "must not be in the future; schedule a maintenance instead")
  }
  if (endsAt.getTime() - startsAt.getTime() > longestDays * dayMs) {
    throw invalid("#/endsAt", `must be at most ${longestDays} days after startsAt`)
  }
}
