/** Wall time for records, monotonic time for durations; injected, so that tests can move both. */
export type Clock = {
  now(): Date
  /** Milliseconds that never decrease; unrelated to the time of day. */
  monotonicMs(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
}

/** CPU time used by this thread so far, in milliseconds. */
export function computedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
