import { announce } from "../ui/announce.tsx"
import { durationInWords } from "../ui/time.tsx"
import type { Mood } from "../ui/glyph.tsx"
import { percentInWords } from "../ui/percent.ts"
import type { MonitorRow } from "./monitor-row-documents.ts"
import { defaultsOf } from "./monitor-kind.ts"
import { counted } from "../ui/counted.ts"

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

type Condition = Pick<MonitorRow, "status" | "isPaused"> &
  Partial<Pick<MonitorRow, "isInMaintenance">> & { unwatchedFindings?: readonly object[] }

/**
 * The status shown to people: "paused" and "not watched" say more than "unknown", and what is offline in maintenance
 * is not red.
 */
export const conditionOf = ({
  status,
  isPaused,
  isInMaintenance = false,
  unwatchedFindings = [],
}: Condition): { mood: Mood; word: string } => {
  if (isPaused) return { mood: "off", word: "Paused" }
  if (unwatchedFindings.length > 0) return { mood: "unknown", word: "Not watched" }
  const mood = isInMaintenance ? "maintenance" : statusMood[status]
  return { mood, word: statusWord[status] }
}

type Checked = Pick<
  MonitorRow,
  "status" | "isPaused" | "unconfirmedFailures" | "lastCheckAt" | "intervalSeconds"
>

/** When the check is due that a failure waits for, in milliseconds; null without such a failure. */
export function confirmationDue(monitor: Checked): number | null {
  const { status, isPaused, unconfirmedFailures, lastCheckAt, intervalSeconds } = monitor
  if (unconfirmedFailures === 0 || isPaused || status === "OFFLINE" || lastCheckAt === null) {
    return null
  }
  return Date.parse(lastCheckAt) + intervalSeconds * 1000
}

type Target = Pick<
  MonitorRow,
  "kind" | "url" | "host" | "port" | "dnsRecordType" | "heartbeatIntervalMinutes" | "telemetry"
>

export function targetOf(monitor: Target): string {
  const { kind, url, host, dnsRecordType, heartbeatIntervalMinutes, telemetry } = monitor
  if (telemetry !== null) {
    return [telemetry.metric, telemetry.query].filter(Boolean).join(" ") || "everything"
  }
  if (heartbeatIntervalMinutes !== null) return `every ${minutesInWords(heartbeatIntervalMinutes)}`
  if (url !== null) return url.replace(/^https?:\/\//, "")
  if (dnsRecordType !== null) return `${host} ${dnsRecordType}`
  const port = monitor.port ?? defaultsOf(kind).port
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

/** "· 9 min of data"; empty if the whole window has data. */
export const dataInWords = (coverage: number, windowMs: number): string =>
  coverage >= 0.9995 ? "" : besides(spanOfData(coverage, windowMs))

/** "· 9 min of data", after another note; empty without one. */
export const besides = (note: string): string => note && `· ${note}`

/** "9 min of data". */
export const spanOfData = (coverage: number, windowMs: number): string =>
  `${durationInWords(coverage * windowMs)} of data`

/** Whether a figure rests on a part of its window, and not only on one with short gaps. */
export const isYoung = (coverage: number): boolean => coverage < 0.95

/** "9 min of data" of a figure that rests on a part of its window; empty for all others. */
export const youngInWords = ({ percent, coverage, from, to }: Uptime): string =>
  percent === null || !isYoung(coverage)
    ? ""
    : spanOfData(coverage, Date.parse(to) - Date.parse(from))

type Uptime = { percent: number | null; coverage: number; from: string; to: string }

export const coverageInWords = (coverage: number): string =>
  coverage >= 0.9995 ? "" : `with ${percentInWords(coverage * 100, 1)} coverage`

export const outagesInWords = (count: number): string => counted(count, "outage")

export const monitorsInWords = (count: number): string => counted(count, "monitor")

type Changed = { monitor: { name: string }; to: keyof typeof statusWord }

export function announceStatuses(changes: readonly Changed[]): void {
  for (const { monitor, to } of changes) {
    announce(`${monitor.name} is ${statusWord[to].toLowerCase()}`)
  }
}
