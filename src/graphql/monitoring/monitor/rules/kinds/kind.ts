import type {
  DnsRecordType,
  MonitorKind,
  PingKind,
} from "../../../../../../prisma/generated/enums.ts"
import type { Vault } from "../../../../../platform/secret.ts"
import type { Assertion, Settings } from "../monitor-settings.ts"

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
  heartbeat_interval_minutes: number | null
  heartbeat_grace_minutes: number | null
  settings: unknown
  sealed_headers: Buffer | null
  check_requested_at: Date | null
  watched_since: Date
  last_ping_at: Date | null
  last_ping_kind: PingKind | null
}

/** What sets one kind of monitor apart. Everything else reads this record instead of comparing kinds. */
export type Kind<K extends MonitorKind = MonitorKind> = {
  title: string
  /** What it is for, in a few words, as a form shows it. */
  hint: string
  /** One sentence for the API's documentation. */
  description: string
  /** What other programs call it, in lower case with underscores; an import reads these too. */
  aliases: readonly string[]
  /** A prober connects, which takes time and can be asked for; pings arrive at a URL of the monitor's own. */
  checkedBy: "prober" | "pings"
  required: readonly KindField[]
  optional: readonly KindField[]
  /** What an absent optional field means, where it is not a setting. */
  defaults: {
    port?: number
    headers?: Record<string, string>
    heartbeatGraceMinutes?: number
  }
  /** What an empty form shows. */
  examples: { name: string; host?: string; url?: string }
  assertions: readonly Assertion["kind"][]
  /** What a prober needs of it. @throws {Error} naming what is missing. */
  readTarget(row: TargetRow, settings: Settings, vault: Vault): { kind: K }
}

export function must<T>(value: T | null, what: string): T {
  if (value === null) throw new Error(`has no ${what}`)
  return value
}
