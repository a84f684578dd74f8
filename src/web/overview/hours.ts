import { isYoung, spanOfData } from "../monitor/monitor-messages.ts"
import type { Hour } from "./overview-documents.ts"

/** Uptime of several hours together, from 0 to 100; null without data. */
export function upOf(hours: Hour[]): number | null {
  const seen = seenIn(hours)
  return seen === 0 ? null : (100 * (seen - sum(hours, "offlineSeconds"))) / seen
}

/** "2 min of data", per monitor on average; empty if nearly the whole window has data. */
export function youngData(windows: Pick<Hour, Seconds | "from" | "to">[], monitors: number) {
  const lengthMs = Date.parse(windows.at(-1)?.to ?? "") - Date.parse(windows[0]?.from ?? "")
  const share = (seenIn(windows) * 1000) / (Math.max(1, monitors) * lengthMs)
  return isYoung(share) ? spanOfData(share, lengthMs) : ""
}

type Seconds = "operationalSeconds" | "degradedSeconds" | "offlineSeconds" | "excludedSeconds"

const seenIn = (windows: Pick<Hour, Seconds>[]): number =>
  sum(windows, "operationalSeconds") +
  sum(windows, "degradedSeconds") +
  sum(windows, "offlineSeconds")

export const sum = (hours: Pick<Hour, Seconds>[], key: Seconds): number =>
  hours.reduce((total, hour) => total + hour[key], 0)
