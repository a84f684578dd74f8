import { prettifyError } from "zod"
import type { DnsRecordType, MonitorKind, PingKind } from "../../../prisma/generated/enums.ts"
import type { Vault } from "../../secret.ts"
import type { Settings } from "./settings.ts"
import { headers as headersSchema, settings as settingsSchema } from "./settings.ts"
import type { Target } from "./target.ts"

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

type Common = Pick<
  Target,
  | "monitorId"
  | "monitorSeq"
  | "projectId"
  | "name"
  | "intervalSeconds"
  | "timeoutSeconds"
  | "checkRequestedAt"
>
type Own<K extends MonitorKind> = Omit<Extract<Target, { kind: K }>, keyof Common>
type Reader<K extends MonitorKind> = (row: TargetRow, settings: Settings, vault: Vault) => Own<K>

const readers: { [K in MonitorKind]: Reader<K> } = {
  http: (row, { method, body, maxRedirects, assertions }, vault) => ({
    kind: "http",
    url: must(row.url, "URL"),
    method,
    headers: openHeaders(row.sealed_headers, vault),
    body,
    maxRedirects,
    assertions,
  }),
  tcp: (row, { assertions }) => ({
    kind: "tcp",
    host: must(row.host, "host"),
    port: must(row.port, "port"),
    assertions,
  }),
  ping: (row, { assertions }) => ({ kind: "ping", host: must(row.host, "host"), assertions }),
  dns: (row, { resolver, expectedValues, assertions }) => ({
    kind: "dns",
    host: must(row.host, "host"),
    recordType: must(row.dns_record_type, "record type"),
    resolver,
    expectedValues,
    assertions,
  }),
  tls: (row, { serverName, assertions }) => ({
    kind: "tls",
    host: must(row.host, "host"),
    port: row.port ?? 443,
    serverName,
    assertions,
  }),
  heartbeat: ({ last_ping_at: ping, watched_since: since, ...row }) => {
    const isPingLatest = ping !== null && ping >= since
    return {
      kind: "heartbeat",
      intervalMinutes: must(row.heartbeat_interval_minutes, "heartbeat interval"),
      graceMinutes: row.heartbeat_grace_minutes ?? 1,
      lastPingAt: isPingLatest ? ping : since,
      // What a ping said before a pause says nothing about now.
      lastPingKind: isPingLatest ? row.last_ping_kind : null,
    }
  },
}

const defaults = settingsSchema.parse({})

/** @throws {Error} naming what is missing or cannot be opened, without its value. */
export function readTarget(row: TargetRow, vault: Vault): Target {
  const common: Common = {
    monitorId: row.id,
    monitorSeq: row.seq,
    projectId: row.project_id,
    name: row.name,
    intervalSeconds: row.interval_seconds,
    timeoutSeconds: row.timeout_seconds,
    checkRequestedAt: row.check_requested_at,
  }
  return { ...common, ...readers[row.kind](row, readSettings(row.settings), vault) }
}

/** Stored settings hold only what differs from the defaults. */
export function readSettings(stored: unknown): Settings {
  const isPlain = typeof stored === "object" && stored !== null && Object.keys(stored).length === 0
  if (isPlain) return defaults
  const read = settingsSchema.safeParse(stored)
  if (!read.success)
    throw new Error(`has settings that are not valid: ${prettifyError(read.error)}`)
  return read.data
}

/** @throws {Error} where the sealing key is not the one that sealed them. */
export function openHeaders(sealed: Uint8Array | null, vault: Vault): Record<string, string> {
  if (sealed === null) return {}
  try {
    return headersSchema.parse(JSON.parse(vault.open(sealed)))
  } catch {
    // The fault underneath may quote a value, and values may be credentials.
    throw new Error("has request headers that this SECRET_KEY does not open")
  }
}

function must<T>(value: T | null, what: string): T {
  if (value === null) throw new Error(`has no ${what}`)
  return value
}
