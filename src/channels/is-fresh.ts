const freshMs = 300_000

/** How long a signed callback may be replayed: from the earliest to the latest time at which it is fresh, and more. */
export const replayMs = 3 * freshMs

/** True for Unix seconds within five minutes of now. */
export function isFresh(seconds: string, now: Date): boolean {
  if (!/^\d{1,12}$/.test(seconds)) return false
  return Math.abs(Number(seconds) * 1000 - now.getTime()) <= freshMs
}
