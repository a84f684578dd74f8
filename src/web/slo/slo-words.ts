import { isYoung, spanOfData } from "../monitor/monitor-messages.ts"
import type { Mood } from "../ui/glyph.tsx"
import { percentInWords } from "../ui/percent.ts"
import { durationInWords } from "../ui/time.tsx"
import type { SloRow, SloWhole } from "./slo-documents.ts"

type Status = SloRow["status"]
export type Budget = NonNullable<SloRow["budget"]>
export type Indicator = SloRow["indicator"]

export const statusWords: Record<Status, string> = {
  BURNING: "Burning too fast",
  EXHAUSTED: "Budget used up",
  HEALTHY: "Healthy",
  NO_DATA: "No data",
}

export const moods: Record<Status, Mood> = {
  BURNING: "bad",
  EXHAUSTED: "warning",
  HEALTHY: "good",
  NO_DATA: "unknown",
}

export const speedWords: Record<SloWhole["burns"][number]["speed"], string> = {
  FAST: "Fast burn",
  SLOW: "Slow burn",
}

/** "14.6×". */
export function rateInWords(rate: number | null): string {
  if (rate === null) return "no data"
  const digits = rate >= 100 ? 0 : 1
  return `${Number(rate.toFixed(digits))}×`
}

/** Minutes of time or a number of requests. */
export function amountInWords(amount: number | null, indicator: Indicator): string {
  if (amount === null) return "–"
  if (indicator === "MONITORS") return durationInWords(Math.abs(amount) * 60_000)
  const count = Math.round(Math.abs(amount))
  return `${count.toLocaleString()} ${count === 1 ? "request" : "requests"}`
}

/** "62%", and "0%" at least. */
export const shareInWords = (share: number | null): string =>
  percentInWords(share === null ? null : Math.max(0, share * 100), 0)

/** What is measured, in one line. */
export function measureInWords({ indicator, monitors, service, latencyMs }: SloRow): string {
  if (indicator === "SERVICE") {
    return latencyMs === null
      ? `Requests of ${service} without error`
      : `Requests of ${service} within ${latencyMs.toLocaleString()} ms`
  }
  const [first] = monitors
  if (first === undefined) return "No monitors"
  return monitors.length === 1 ? `Uptime of ${first.name}` : `Uptime of ${monitors.length} monitors`
}

/** "5 min", "6 h". */
export const windowInWords = (minutes: number): string => durationInWords(minutes * 60_000)

/** "12 h of data" while the window is not full. */
export function dataOf({ budget, windowDays }: SloRow): string {
  const coverage = budget?.coverage ?? 1
  return isYoung(coverage) ? spanOfData(coverage, windowDays * 86_400_000) : ""
}
