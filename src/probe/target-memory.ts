/** Share of a slow response time that remains after each faster response. */
const fade = 0.9
/** A second attempt starts at least this long after the first. */
const soonestMs = 1000
/** Above this number, the targets unused for longest are dropped. */
const mostTargets = 50_000

/** State of targets between checks, in memory only: losing it costs slow targets one needless attempt each. */
export function createTargetMemory() {
  const usualMs = new Map<string, number>()
  const suspects = new Map<string, string>()

  return {
    /** How long a check waits for its first attempt alone: twice the target's recent response time. */
    patienceMs: (monitorId: string): number =>
      Math.max(soonestMs, 2 * (usualMs.get(monitorId) ?? 0)),
    noteDuration(monitorId: string, durationMs: number): void {
      const ms = Math.max(durationMs, fade * (usualMs.get(monitorId) ?? 0))
      if (2 * ms > soonestMs) remember(usualMs, monitorId, ms)
      else usualMs.delete(monitorId)
    },
    /** The address that failed in the last check while another one responded. */
    suspect: (monitorId: string): string | null => suspects.get(monitorId) ?? null,
    setSuspect(monitorId: string, address: string | null): void {
      if (address === null) suspects.delete(monitorId)
      else remember(suspects, monitorId, address)
    },
  }
}

function remember<T>(map: Map<string, T>, monitorId: string, value: T): void {
  map.delete(monitorId)
  map.set(monitorId, value)
  const [oldest] = map.keys()
  if (map.size > mostTargets && oldest !== undefined) map.delete(oldest)
}
