import type kinds from "../../schema/monitor-kinds.json"

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
  "prometheus-operator",
  "upptime",
  "openstatus",
  "kener",
  "cachet",
] as const
export type ProviderName = (typeof providerNames)[number]

export type MonitorType = keyof typeof kinds

type Comparison = "contains" | "not_contains" | "equals" | "not_equals"
/** The level of a failed assertion; offline by default. */
type Level = "offline" | "degraded"

export type Assertion =
  | { kind: "status"; codes: string }
  | { kind: "header"; name: string; comparison: Comparison; value: string }
  | { kind: "body"; comparison: Comparison; value: string }
  | { kind: "regex"; pattern: string; matches: boolean }
  | {
      kind: "json_path"
      path: string
      comparison: Comparison | "exists" | "not_exists" | "less_than" | "greater_than"
      value?: string
    }
  | { kind: "response_time"; max_ms: number; level: Level }
  | { kind: "certificate_days"; min_days: number; level: Level }

/** A monitor as imports read it. Has no members for secrets such as headers, bodies and credentials. */
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
  expected_values?: string[]
  paused?: true
}

/**
 * What was not imported. `pointer` (RFC 6901) is the place in the export; tables name rows in `detail` instead. No
 * note repeats a value that may be a secret.
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

/** `source + extra === entries + dropped`: no monitor is lost silently. `extra` counts monitors added by splits. */
export type Counts = { source: number; entries: number; dropped: number; extra: number }

export type Converted = {
  document: { version: 1; monitors: Entry[] }
  notes: Note[]
  counts: Counts
}
export type Conversion = Converted & { provider: ProviderName }

/** A safety limit above any real account. */
export const mostMonitors = 200_000

/** The text cannot be converted; the message says what to do. */
export class ConvertError extends Error {}

/** The product must be named; `problem` says why, without the option of the command line. */
export class UnclearProductError extends ConvertError {
  readonly problem: string

  constructor(problem: string, advice: string) {
    super(`${problem} ${advice}`)
    this.problem = problem
  }
}

export const tooMany = (): ConvertError =>
  new ConvertError(
    `The export has more than ${mostMonitors.toLocaleString("en")} monitors. Split it and convert the parts.`,
  )
