import type { MonitorInput } from "../monitor/draft.ts"
import type { Entry } from "./entry.ts"

/** The fields of a monitor by the members of an entry that say them. */
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
} as const satisfies Partial<Record<keyof Entry, keyof MonitorInput>>

export type Member = keyof typeof fieldOf

const memberOf = new Map<string, string>(
  Object.entries(fieldOf).map(([member, field]) => [field, member]),
)
const isCamel = /\b[a-z]+[A-Z]\w*\b/g

/** A fault with the names that documents use, where the domain says its own. */
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
