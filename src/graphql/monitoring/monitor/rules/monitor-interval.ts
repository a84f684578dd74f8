const unitSeconds = { m: 60, h: 3600, d: 86_400 } as const
const shortest = 60
const longest = 86_400

export const intervalRule = "must be whole minutes, hours or days from 1m to 24h, such as 5m"

/** `1m` to `24h` (or `1d`) in seconds; null for anything else. */
export function parseInterval(text: string): number | null {
  const [, digits, unit] = /^(\d{1,4})([mhd])$/.exec(text.trim()) ?? []
  if (digits === undefined || unit === undefined) return null
  const seconds = Number(digits) * unitSeconds[unit as keyof typeof unitSeconds]
  return seconds >= shortest && seconds <= longest ? seconds : null
}

/** The shortest spelling that `parseInterval` reads back: 3600 is `1h`, 5400 is `90m`. */
export function printInterval(seconds: number): string {
  return seconds % unitSeconds.h === 0
    ? `${seconds / unitSeconds.h}h`
    : `${seconds / unitSeconds.m}m`
}
