import { hour12Of, hourClock } from "./hour-clock.ts"

let own: string | undefined

/** Asked on demand, because the first format of a page is slow to make. */
export const browserZone = (): string => (own ??= Intl.DateTimeFormat().resolvedOptions().timeZone)

let chosen: string | null = null

/** The time zone of all times on screen: chosen in the profile, or the browser's. */
export const viewerZone = (): string => chosen ?? browserZone()

/** Null for the browser's. */
export const chosenZone = (): string | null => chosen

/** Call before rendering. @param zone null for the browser's, as for a name that the browser does not know. */
export function chooseZone(zone: string | null): void {
  chosen = zone !== null && isKnown(zone) ? zone : null
}

function isKnown(timeZone: string): boolean {
  try {
    return Intl.DateTimeFormat(undefined, { timeZone }) !== undefined
  } catch {
    return false
  }
}

/** Intl.DateTimeFormat in the viewer's zone and clock as of each call; the formats are costly to make, so kept. */
export function zonedFormat(options: Intl.DateTimeFormatOptions) {
  const made = new Map<string, Intl.DateTimeFormat>()
  const current = () => {
    const clock = hourClock.get()
    const timeZone = viewerZone()
    const key = `${timeZone} ${clock}`
    const format =
      made.get(key) ??
      new Intl.DateTimeFormat(undefined, { timeZone, ...hour12Of(clock), ...options })
    made.set(key, format)
    return format
  }
  return {
    format: (at: Date | number): string => current().format(at),
    formatRange: (from: Date | number, until: Date | number): string =>
      current().formatRange(from, until),
  }
}

/**
 * The viewer's local time, as the time at which a clock in UTC shows the same: days are plain sums of it, and its
 * parts are read by `getUTCHours` and the like.
 */
export function wallOf(ms: number): number {
  const parts = Object.fromEntries(
    partsFormat()
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((ms % 1000) + 1000) % 1000)
}

/** The inverse; a time that the clock skips becomes the one after it, a repeated one the first. */
export function momentOf(wallMs: number): number {
  const offsetAt = (ms: number) => wallOf(ms) - ms
  const early = wallMs - offsetAt(wallMs - dayMs)
  return wallOf(early) === wallMs ? early : Math.max(early, wallMs - offsetAt(wallMs + dayMs))
}

const dayMs = 86_400_000
const made = new Map<string, Intl.DateTimeFormat>()

function partsFormat(): Intl.DateTimeFormat {
  const timeZone = viewerZone()
  const numeric = "numeric"
  const format =
    made.get(timeZone) ??
    new Intl.DateTimeFormat("en", {
      timeZone,
      hourCycle: "h23",
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    })
  made.set(timeZone, format)
  return format
}
