import { percentInWords } from "../ui/percent.ts"
import { millisecondsInWords } from "../ui/time.tsx"

const compact = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 })
const plain = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })

export const countInWords = (count: number): string => compact.format(count)

/** "12.4/s", "3.1/min", "6/h". */
export function rateInWords(calls: number, seconds: number): string {
  const perSecond = calls / Math.max(1, seconds)
  if (perSecond >= 0.95) return `${compact.format(perSecond)}/s`
  const perMinute = perSecond * 60
  if (perMinute > 0 && perMinute < 0.95) return `${perHourInWords(perMinute * 60)}/h`
  return `${perMinute >= 10 ? Math.round(perMinute) : plain.format(Number(perMinute.toFixed(1)))}/min`
}

const perHourInWords = (perHour: number): string =>
  perHour < 0.1 ? "< 0.1" : plain.format(Number(perHour.toPrecision(2)))

export function shareInWords(part: number, whole: number): string {
  if (whole === 0 || part === 0) return percentInWords(0)
  const percent = (part / whole) * 100
  if (percent < 0.1) return `< ${percentInWords(0.1)}`
  return percent < 10 ? percentInWords(percent, 1) : percentInWords(Math.round(percent), 0)
}

export type ErrorLevel = "good" | "warning" | "bad"

/** From one error in a hundred calls it is worth a look, from five it is serious. */
export function errorLevel(errors: number, calls: number): ErrorLevel {
  const share = calls === 0 ? 0 : errors / calls
  return share >= 0.05 ? "bad" : share >= 0.01 ? "warning" : "good"
}

/** A value in a metric's unit (UCUM). */
export function valueInWords(value: number, unit: string): string {
  if (unit === "By") return bytesInWords(value)
  if (unit === "ms") return millisecondsInWords(value)
  if (unit === "s") return millisecondsInWords(value * 1000)
  if (unit === "1") return plain.format(value)
  const number = Math.abs(value) >= 10_000 ? compact.format(value) : plain.format(value)
  const word = unit.replaceAll(/[{}]/g, "")
  return word === "" ? number : `${number} ${word}`
}

const units = ["B", "KiB", "MiB", "GiB", "TiB"]
export function bytesInWords(bytes: number): string {
  const step = Math.min(
    units.length - 1,
    Math.max(0, Math.floor(Math.log2(Math.max(1, Math.abs(bytes))) / 10)),
  )
  return `${plain.format(Number((bytes / 1024 ** step).toPrecision(3)))} ${units[step]}`
}
