import { parseInterval, printInterval } from "../../monitor/rules/monitor-interval.ts"

/** Normalizes other notations of intervals to `1m` to `24h`. */

const minute = 60
const day = 86_400
const unitSeconds = new Map([
  ["s", 1],
  ["m", minute],
  ["h", 3600],
  ["d", day],
])

/** The normalized interval, or the text unchanged if it is not one. */
export function canonicalInterval(text: string): string {
  const seconds = secondsOf(text.trim())
  const isOurs = seconds !== null && parseInterval(`${seconds / minute}m`) !== null
  return isOurs ? printInterval(seconds) : text
}

/** Why a text is not a valid interval, with what to write instead; null if it is valid. */
export function intervalFault(text: string): string | null {
  const seconds = secondsOf(text.trim())
  if (seconds === null) {
    return "must be whole minutes, hours or days from 1m to 24h, such as 5m, or a cron schedule with a regular interval"
  }
  if (seconds < minute) return "must be at least one minute; write 1m"
  if (seconds > day) return "must be at most one day; write 24h"
  if (seconds % minute === 0) return null
  const [below, above] = [Math.floor(seconds / minute), Math.ceil(seconds / minute)]
  return `must be whole minutes; write ${below}m or ${above}m`
}

/** Enough for a schedule that lists every minute and hour. */
export const longestInterval = 300

const secondsOf = (text: string): number | null =>
  text.length > longestInterval ? null : (duration(text) ?? iso(text) ?? cron(text))

/** `90s`, `5m`, `1h30m`. */
function duration(text: string): number | null {
  if (!/^(\d{1,7}[smhd])+$/i.test(text)) return null
  const parts = text.toLowerCase().matchAll(/(\d+)([smhd])/g)
  return parts.reduce((sum, [, count, unit]) => sum + scaled(count, unit), 0)
}

const scaled = (count = "0", unit = "s") => Number(count) * (unitSeconds.get(unit) ?? 0)

/** ISO 8601-1, 5.5.2: `PT5M`, `P1D`. */
const isoShape = /^P(?=.)(?:(\d{1,7})D)?(?:T(?=.)(?:(\d{1,7})H)?(?:(\d{1,7})M)?(?:(\d{1,7})S)?)?$/i

function iso(text: string): number | null {
  const found = isoShape.exec(text)
  if (found === null) return null
  const [, days, hours, minutes, seconds] = found
  return scaled(days, "d") + scaled(hours, "h") + scaled(minutes, "m") + scaled(seconds, "s")
}

const macros = new Map([
  ["@hourly", "0 * * * *"],
  ["@daily", "0 0 * * *"],
  ["@midnight", "0 0 * * *"],
])

/** The interval of a regular daily crontab(5) schedule of five fields. */
function cron(text: string): number | null {
  const [minutes, hours, ...days] = (macros.get(text.toLowerCase()) ?? text).split(/\s+/)
  if (days.length !== 3 || days.some((one) => one !== "*" && one !== "?")) return null
  const at = times(minutes, 60)
  const of = times(hours, 24)
  if (at === null || of === null) return null
  const all = of.flatMap((hour) => at.map((one) => hour * 60 + one))
  const first = all[0] ?? 0
  const gaps = new Set(all.map((one, index) => (all[index + 1] ?? first + 1440) - one))
  const [gap] = gaps
  return gaps.size === 1 && gap !== undefined ? gap * minute : null
}

/** The sorted values of one schedule field; null if it is not valid. */
function times(field = "", end: number): number[] | null {
  const named = new Set<number>()
  for (const part of field.split(",")) {
    const found = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part)
    if (found === null) return null
    const [, from, to, step] = found
    const last = to ?? (from === undefined || step !== undefined ? end - 1 : from)
    if (Number(last) >= end || Number(step ?? 1) < 1) return null
    for (let at = Number(from ?? 0); at <= Number(last); at += Number(step ?? 1)) named.add(at)
  }
  return [...named].toSorted((a, b) => a - b)
}
