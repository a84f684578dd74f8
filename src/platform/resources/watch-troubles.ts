import type { Services } from "../services.ts"
import type { Trouble } from "./judge-usage.ts"

const usualMs = 300_000
const failingMs = 30_000

/**
 * Examines something outside again and again, before it is needed.
 *
 * @returns what was found last; asks again in the background when that is old.
 */
export function watchTroubles(
  { log, clock }: Pick<Services, "log" | "clock">,
  examine: () => Promise<Trouble[]>,
): () => Trouble[] {
  let found: Trouble[] = []
  let askedAtMs = -Infinity
  let isAsking = false
  return () => {
    const patienceMs = found.length === 0 ? usualMs : failingMs
    if (isAsking || clock.monotonicMs() - askedAtMs < patienceMs) return found
    isAsking = true
    askedAtMs = clock.monotonicMs()
    examine()
      .then((now) => (found = now))
      .catch((err: unknown) => log.error({ err }, "could not examine what is outside"))
      .finally(() => (isAsking = false))
    return found
  }
}
