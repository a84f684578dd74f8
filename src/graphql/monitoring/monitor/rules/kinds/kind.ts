import type {
  DnsRecordType,
  MonitorKind,
  PingKind,
} from "../../../../../../prisma/generated/enums.ts"
import type { Vault } from "../../../../../platform/secret.ts"
import type { Assertion, Settings } from "../monitor-settings.ts"
import type { Measure } from "../telemetry-condition.ts"

/** What a new monitor has where neither the input nor the record of its kind says otherwise; `interval` in seconds. */
export const usualDefaults = {
  description: "",
  interval: 60,
  timeoutSeconds: 10,
  /** A failed check needs another one: the first may be a transient failure. */
  failureThreshold: 2,
  recoveryThreshold: 1,
  flapWindowMinutes: 10,
}

/** The fields that only some kinds have. */
export type KindField =
  | "url"
  | "host"
  | "port"
  | "dnsRecordType"
  | "heartbeatIntervalMinutes"
  | "heartbeatGraceMinutes"
  | "method"
  | "headers"
  | "body"
  | "maxRedirects"
  | "assertions"
  | "resolver"
  | "expectedValues"
  | "serverName"
  | "telemetry"

/** A monitor with what its state knows of pings, as PostgreSQL names it. */
export type TargetRow = {
  id: string
  seq: number
  project_id: string
  name: string
  kind: MonitorKind
  url: string | null
  host: string | null
  port: number | null
  dns_record_type: DnsRecordType | null
  interval_seconds: number
  timeout_seconds: number
  failure_threshold: number
  heartbeat_interval_minutes: number | null
  heartbeat_grace_minutes: number | null
  settings: unknown
  sealed_headers: Buffer | null
  check_requested_at: Date | null
  watched_since: Date
  last_ping_at: Date | null
  last_ping_kind: PingKind | null
  /** What the job said with its last failure, if that is its last ping. */
  last_ping_text: string | null
  failed_pings: number | null
  is_pinged_publicly: boolean | null
}

/** Everything specific to one kind of monitor. Other code reads this record instead of comparing kinds. */
export type Kind<K extends MonitorKind = MonitorKind> = {
  title: string
  /** Its purpose in a few words, for forms. */
  hint: string
  /** One sentence for the API documentation. */
  description: string
  /** Names in other products, in lower case with underscores; imports accept them. */
  aliases: readonly string[]
  /** A prober connects, and a check can be requested; pings arrive at a URL of the monitor. */
  checkedBy: "prober" | "pings"
  required: readonly KindField[]
  optional: readonly KindField[]
  /** Defaults of optional fields that are not settings, besides `usualDefaults`. */
  defaults: Partial<typeof usualDefaults> & {
    port?: number
    headers?: Record<string, string>
    heartbeatGraceMinutes?: number
  }
  /** Placeholder of an empty form field. */
  examples: { name: string; host?: string; url?: string }
  assertions: readonly Assertion["kind"][]
  /** What a monitor on telemetry can measure. */
  measures?: readonly Measure[]
  /** The prober's target. @throws {Error} naming what is missing. */
  readTarget(row: TargetRow, settings: Settings, vault: Vault): { kind: K }
}

export function must<T>(value: T | null, what: string): T {
  if (value === null) throw new Error(`has no ${what}`)
  return value
}
