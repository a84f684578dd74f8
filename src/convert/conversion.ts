export const providerNames = [
  "uptime-kuma",
  "uptimerobot",
  "better-stack",
  "pingdom",
  "statuscake",
  "healthchecks",
  "gatus",
  "checkly",
  "freshping",
  "hetrixtools",
  "blackbox",
] as const
export type ProviderName = (typeof providerNames)[number]

export type MonitorType = "http" | "tcp" | "ping" | "dns" | "tls" | "heartbeat"

export type Assertion =
  | { kind: "status"; codes: string }
  | { kind: "body"; comparison: "contains" | "not_contains"; value: string }
  | { kind: "regex"; pattern: string; matches: boolean }

/** A monitor as an import reads it. What would be a secret (headers, bodies, credentials) has no member here. */
export type Entry = {
  name: string
  monitor_type: MonitorType
  description?: string
  url?: string
  host?: string
  port?: number
  dns_record_type?: string
  monitoring_interval?: string
  request_timeout_seconds?: number
  failure_threshold?: number
  recovery_threshold?: number
  heartbeat_interval_minutes?: number
  heartbeat_grace_minutes?: number
  labels?: string[]
  method?: string
  max_redirects?: number
  assertions?: Assertion[]
  resolver?: string
}

/**
 * What did not come along. `pointer` (RFC 6901) leads to the place in the export; a table has rows instead,
 * which the detail names. No note repeats a value that may be a secret.
 */
export type Note =
  | {
      kind: "lossy" | "dropped"
      name: string
      source_type: string
      detail: string
      pointer?: string
    }
  | { kind: "general"; name: null; source_type: null; detail: string; pointer?: string }

/** `source + extra === entries + dropped`: nothing disappears. `extra` counts what a split added. */
export type Counts = { source: number; entries: number; dropped: number; extra: number }

export type Converted = {
  document: { version: 1; monitors: Entry[] }
  notes: Note[]
  counts: Counts
}
export type Conversion = Converted & { provider: ProviderName }

/** The text cannot be converted at all; the message tells a person what to do. */
export class ConvertError extends Error {}
