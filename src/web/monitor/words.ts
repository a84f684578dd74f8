import type { Mood } from "../part/glyph.tsx"
import type { MonitorRow } from "./documents.ts"

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

/** What a person is told of a monitor: that it is paused says more than that nothing is known. */
export const conditionOf = ({
  status,
  isPaused,
}: Pick<MonitorRow, "status" | "isPaused">): { mood: Mood; word: string } =>
  isPaused
    ? { mood: "off", word: "Paused" }
    : { mood: statusMood[status], word: statusWord[status] }

/** The gravest first. */
const order: Mood[] = ["bad", "warning", "unknown", "good", "off"]
export const byGravity = (a: MonitorRow, b: MonitorRow): number =>
  order.indexOf(conditionOf(a).mood) - order.indexOf(conditionOf(b).mood) ||
  a.name.localeCompare(b.name)

export type Kind = MonitorRow["kind"]

export const kindWord: Record<Kind, string> = {
  HTTP: "HTTP",
  TCP: "TCP",
  PING: "Ping",
  DNS: "DNS",
  TLS: "TLS",
  HEARTBEAT: "Heartbeat",
}

export const kindHint: Record<Kind, string> = {
  HTTP: "A web page or an API",
  TCP: "A port that connects",
  PING: "A host that answers ICMP",
  DNS: "A record and its values",
  TLS: "A certificate and its days",
  HEARTBEAT: "A job that calls us",
}

export function targetOf(monitor: MonitorRow): string {
  const { kind, url, host, port, dnsRecordType, heartbeatIntervalMinutes } = monitor
  if (kind === "HTTP") return url?.replace(/^https?:\/\//, "") ?? ""
  if (kind === "HEARTBEAT") return `every ${minutesInWords(heartbeatIntervalMinutes ?? 0)}`
  if (kind === "DNS") return `${host} ${dnsRecordType}`
  if (kind === "TCP" || kind === "TLS") return `${host}:${port ?? 443}`
  return host ?? ""
}

/** "minute", "5 minutes", "hour": what stands after "every". */
export const minutesInWords = (minutes: number): string => {
  const [unit, count] = largestUnit(minutes)
  return count === 1 ? unit : `${count} ${unit}s`
}

/** "one minute", "5 minutes": what stands by itself. */
export const minutesCounted = (minutes: number): string => {
  const [unit, count] = largestUnit(minutes)
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`
}

const largestUnit = (minutes: number): [unit: string, count: number] => {
  if (minutes > 0 && minutes % 1440 === 0) return ["day", minutes / 1440]
  return minutes > 0 && minutes % 60 === 0 ? ["hour", minutes / 60] : ["minute", minutes]
}

/** Never rounded up to a hundred: that would hide an outage. */
export const percentInWords = (percent: number | null): string =>
  percent === null ? "–" : `${Math.floor(percent * 1000) / 1000} %`

export const coverageInWords = (coverage: number): string =>
  coverage >= 0.9995 ? "" : `of the ${Math.floor(coverage * 1000) / 10} % that was seen`
