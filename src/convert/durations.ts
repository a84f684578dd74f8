const minute = 60
const day = 86_400

const unitSeconds = new Map([
  ["ns", 1e-9],
  ["us", 1e-6],
  ["µs", 1e-6],
  ["μs", 1e-6],
  ["ms", 1e-3],
  ["s", 1],
  ["m", minute],
  ["h", 3600],
  ["d", day],
  ["w", 7 * day],
  ["y", 365 * day],
])

/**
 * Parses durations of Go and Prometheus such as `30s`, `1h30m`, `1.5h`; in seconds, null for anything else. Ours
 * because duration libraries accept more than Go does, and a conversion must be exact.
 */
export function goDuration(text: string): number | null {
  const bare = text.trim()
  if (bare === "0") return 0
  if (!/^(\d{1,9}(\.\d{1,9})?(ns|us|µs|μs|ms|[smhdwy]))+$/.test(bare)) return null
  const parts = bare.matchAll(/([\d.]+)([a-zµμ]+)/g)
  return parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * unitOf(unit), 0)
}

const unitOf = (unit: string) => unitSeconds.get(unit) ?? 0

/** The period of a crontab(5) schedule if it is regular: every few minutes or hours, or daily. */
export function cronSeconds(text: string): number | null {
  const bare = text.trim().replaceAll(/\s+/g, " ")
  const everyMinutes = /^\*(?:\/(\d{1,2}))? \* \* \* \*$/.exec(bare)
  if (everyMinutes !== null) {
    const minutes = Number(everyMinutes[1] ?? 1)
    return minutes > 0 && 60 % minutes === 0 ? minutes * minute : null
  }
  const everyHours = /^\d{1,2} \*(?:\/(\d{1,2}))? \* \* \*$/.exec(bare)
  if (everyHours !== null) {
    const hours = Number(everyHours[1] ?? 1)
    return hours > 0 && 24 % hours === 0 ? hours * 3600 : null
  }
  return /^\d{1,2} \d{1,2} \* \* \*$/.test(bare) ? day : null
}

/** Formats seconds: 90 is `90 s`, 300 is `5 min`, 5400 is `90 min`, 7200 is `2 h`. */
export function spoken(seconds: number): string {
  if (seconds >= 3600 && seconds % 3600 === 0) return `${seconds / 3600} h`
  if (seconds >= minute && seconds % minute === 0) return `${seconds / minute} min`
  return `${seconds} s`
}

/** A value within our limits, with a note if it was adjusted. */
export type Fitted<T> = { value: T; note: string | null }

/** Whole minutes from 1m to 24h, rounded up. Whole hours are written in hours: 3600 is `1h`, 5400 is `90m`. */
export function fitInterval(seconds: number): Fitted<string> {
  const minutes = Math.min(Math.max(Math.ceil(seconds / minute), 1), day / minute)
  const value = minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`
  if (seconds < minute) return { value, note: `is ${spoken(seconds)}, but the minimum is 1m` }
  if (seconds > day) return { value, note: `is ${spoken(seconds)}, but the maximum is 24h` }
  return seconds % minute === 0
    ? { value, note: null }
    : { value, note: `is ${spoken(seconds)} and was rounded up to ${value}` }
}

/** Whole seconds from 1 to 60, rounded up. */
export function fitTimeout(seconds: number): Fitted<number> {
  const value = Math.min(Math.max(Math.ceil(seconds), 1), 60)
  if (seconds > 60) return { value, note: `is ${spoken(seconds)}, but the maximum is 60 s` }
  if (value === seconds) return { value, note: null }
  return { value, note: `is ${spoken(seconds)} and was rounded up to ${value} s` }
}

/** Checks in a row, 1 to 100. */
export function fitThreshold(count: number): Fitted<number> {
  const value = Math.min(Math.max(Math.ceil(count), 1), 100)
  if (value === count) return { value, note: null }
  return { value, note: `is ${count} and was changed to ${value}` }
}

const yearMinutes = 525_600

/** Whole minutes from `least` to a year, rounded up. */
export function fitMinutes(seconds: number, least: 0 | 1): Fitted<number> {
  const value = Math.min(Math.max(Math.ceil(seconds / minute), least), yearMinutes)
  if (value * minute === seconds) return { value, note: null }
  return { value, note: `is ${spoken(seconds)} and was changed to ${value} min` }
}
