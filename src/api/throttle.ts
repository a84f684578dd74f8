import type { Clock } from "../clock.ts"
import { Refusal } from "../rest/refusal.ts"

const windowMs = 60_000
const maxAddresses = 10_000

/**
 * Counts what strangers send from one address within a minute, in this process. Whoever shows a good key or
 * session is never counted.
 */
export function createThrottle(clock: Clock, most: number, detail: string) {
  const windows = new Map<string, { since: number; count: number }>()

  /** @throws {Refusal} 429 beyond `most` in a minute. */
  return function count(address: string): void {
    const nowMs = clock.monotonicMs()
    const known = windows.get(address)
    const current =
      known === undefined || nowMs - known.since >= windowMs ? { since: nowMs, count: 0 } : known
    if (current !== known && windows.size >= maxAddresses) windows.clear()
    windows.set(address, current)
    current.count += 1
    if (current.count <= most) return
    const waitSeconds = Math.max(1, Math.ceil((current.since + windowMs - nowMs) / 1000))
    throw new Refusal("rate_limited", detail, { "retry-after": String(waitSeconds) })
  }
}
