/** Wall time for records, monotonic time for durations; passed in, so that a test can move both. */
export type Clock = {
  now(): Date
  /** Milliseconds that only ever grow; unrelated to the time of day. */
  monotonicMs(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
}

/** CPU time that this thread has used so far, in milliseconds. */
export function computedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
