import { durationInWords } from "../ui/time.tsx"
import type { Mood } from "../ui/glyph.tsx"
import type { MonitorRow } from "./monitor-documents.ts"
import { defaultPortOf } from "./monitor-kind.ts"

type Status = MonitorRow["status"]

export const statusWord: Record<Status, string> = {
  OPERATIONAL: "Operational",
  DEGRADED: "Degraded",
  OFFLINE: "Offline",
  UNKNOWN: "Unknown",
}

export const statusMood: Record<Status, Mood> = {
  OPERATIONAL: "good",
  DEGRADED: "warning",
  OFFLINE: "bad",
  UNKNOWN: "unknown",
}

/** The status shown to people: "paused" says more than "unknown". */
export const conditionOf = ({
  status,
  isPaused,
}: Pick<MonitorRow, "status" | "isPaused">): { mood: Mood; word: string } =>
  isPaused
    ? { mood: "off", word: "Paused" }
    : { mood: statusMood[status], word: statusWord[status] }

type Target = Pick<
  MonitorRow,
  "kind" | "url" | "host" | "port" | "dnsRecordType" | "heartbeatIntervalMinutes"
>

export function targetOf(monitor: Target): string {
  const { kind, url, host, dnsRecordType, heartbeatIntervalMinutes } = monitor
  if (heartbeatIntervalMinutes !== null) return `every ${minutesInWords(heartbeatIntervalMinutes)}`
  if (url !== null) return url.replace(/^https?:\/\//, "")
  if (dnsRecordType !== null) return `${host} ${dnsRecordType}`
  const port = monitor.port ?? defaultPortOf(kind)
  return port === null ? (host ?? "") : `${host}:${port}`
}

/** "minute", "5 minutes", "hour": follows "every". */
export const minutesInWords = (minutes: number): string => {
  const [unit, count] = largestUnit(minutes)
  return count === 1 ? unit : `${count} ${unit}s`
}

/** "one minute", "5 minutes": stands alone. */
export const minutesCounted = (minutes: number): string => {
  const [unit, count] = largestUnit(minutes)
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`
}

const largestUnit = (minutes: number): [unit: string, count: number] => {
  if (minutes > 0 && minutes % 1440 === 0) return ["day", minutes / 1440]
  return minutes > 0 && minutes % 60 === 0 ? ["hour", minutes / 60] : ["minute", minutes]
}

/** Never rounded up to 100, which would hide an outage. */
export const percentInWords = (percent: number | null): string =>
  percent === null ? "–" : `${Math.floor(percent * 1000) / 1000} %`

/** "· 9 min of data"; empty if the whole window has data. */
export const dataInWords = (coverage: number, windowMs: number): string =>
  coverage >= 0.9995 ? "" : `· ${durationInWords(coverage * windowMs)} of data`

export const coverageInWords = (coverage: number): string =>
  coverage >= 0.9995 ? "" : `with ${Math.floor(coverage * 1000) / 10} % coverage`
