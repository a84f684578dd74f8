/** A stretch of time: up to now, or between two times in ISO 8601. */
export type Range = { preset: Preset } | { from: string; until: string }

export const presets = ["1h", "24h", "7d", "30d", "90d"] as const
export type Preset = (typeof presets)[number]

const hourMs = 3_600_000
const lengths: Record<Preset, number> = {
  "1h": hourMs,
  "24h": 24 * hourMs,
  "7d": 7 * 24 * hourMs,
  "30d": 30 * 24 * hourMs,
  "90d": 90 * 24 * hourMs,
}

type Search = { range?: string | undefined; from?: string | undefined; until?: string | undefined }

const isTime = (text: string | undefined): text is string =>
  text !== undefined && !Number.isNaN(Date.parse(text))

/** Reads `?range=7d` or `?from=…&until=…`; anything else is the last 24 hours. */
export function readRange({ range, from, until }: Search, fallback: Preset = "24h"): Range {
  if (isTime(from) && isTime(until) && Date.parse(from) < Date.parse(until)) return { from, until }
  return { preset: presets.find((preset) => preset === range) ?? fallback }
}

/** The search parameters of a range. */
export const writeRange = (range: Range): Search =>
  "preset" in range
    ? { range: range.preset, from: undefined, until: undefined }
    : { range: undefined, from: range.from, until: range.until }

export function spanOf(range: Range, now: Date): { from: Date; until: Date } {
  if ("preset" in range) {
    return { from: new Date(now.getTime() - lengths[range.preset]), until: now }
  }
  return { from: new Date(range.from), until: new Date(range.until) }
}
