const freshMs = 300_000

/** True for Unix seconds within five minutes of now; prevents replays of signed callbacks. */
export function isFresh(seconds: string, now: Date): boolean {
  if (!/^\d{1,12}$/.test(seconds)) return false
  return Math.abs(Number(seconds) * 1000 - now.getTime()) <= freshMs
}
