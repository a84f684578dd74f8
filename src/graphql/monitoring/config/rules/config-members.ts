import type { MonitorInput } from "../../monitor/write/monitor-draft.ts"
import type { Entry } from "../config-entry.ts"

/** Members of an entry and their monitor fields. */
export const fieldOf = {
  name: "name",
  description: "description",
  url: "url",
  host: "host",
  port: "port",
  dns_record_type: "dnsRecordType",
  monitoring_interval: "interval",
  request_timeout_seconds: "timeoutSeconds",
  failure_threshold: "failureThreshold",
  recovery_threshold: "recoveryThreshold",
  flap_window_minutes: "flapWindowMinutes",
  heartbeat_interval_minutes: "heartbeatIntervalMinutes",
  heartbeat_grace_minutes: "heartbeatGraceMinutes",
  method: "method",
  headers: "headers",
  body: "body",
  max_redirects: "maxRedirects",
  assertions: "assertions",
  resolver: "resolver",
  expected_values: "expectedValues",
  server_name: "serverName",
  telemetry: "telemetry",
} as const satisfies Partial<Record<keyof Entry, keyof MonitorInput>>

export type Member = keyof typeof fieldOf

const memberOf = new Map<string, string>(
  Object.entries(fieldOf).map(([member, field]) => [field, member]),
)
const isCamel = /\b[a-z]+[A-Z]\w*\b/g

/** Replaces the domain's field names in an error by the document's. */
export const inMembers = (text: string): string =>
  text.replaceAll(isCamel, (word) => memberOf.get(word) ?? assertionMembers.get(word) ?? word)

const assertionMembers = new Map([
  ["maxMs", "max_ms"],
  ["minDays", "min_days"],
])

/** `assertions[0].codes must be …`, for a person. */
export function say(path: readonly PropertyKey[], detail: string): string {
  const where = path
    .map((part) => (/^\d+$/.test(String(part)) ? `[${String(part)}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "")
  return `${where === "" ? "it" : where} ${detail}`
}
