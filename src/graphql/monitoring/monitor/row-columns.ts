import type {
  DnsRecordType,
  MonitorKind,
  MonitorStatus,
} from "../../../../prisma/generated/enums.ts"
import { maintainedInProject } from "./monitor-filter.ts"
import type { RowLabel, RowParts } from "./row-parts.ts"
import { unconfirmedSql } from "../check/rules/unconfirmed-sql.ts"
import type { TelemetryCondition } from "./rules/telemetry-condition.ts"
import { statusColors } from "./rules/status-color.ts"

/** Columns of a row that /v1 shows; they are read often. */
type PlainRow = {
  id: string
  name: string
  description: string
  kind: MonitorKind
  status: MonitorStatus
  isPaused: boolean
  failureThreshold: number
  /** Null if it is not muted. */
  mutedUntil: string | null
  /** In the format of DateTime, without parsing a date. */
  createdAt: string
  updatedAt: string
}

/** A monitor in lists, without what is read for the whole page (`row-parts.ts`). */
export type MonitorRow = PlainRow & {
  seq: number
  /** Of the status, #rrggbb. */
  statusColor: string
  url: string | null
  host: string | null
  port: number | null
  dnsRecordType: DnsRecordType | null
  intervalSeconds: number
  heartbeatIntervalMinutes: number | null
  telemetry: TelemetryCondition | null
  statusSince: string
  isInMaintenance: boolean
  unconfirmedFailures: number
  lastCheckAt: string | null
  lastCheckReason: string | null
  lastCheckDurationMs: number | null
  lastPingAt: string | null
  /** By name, null if there are none; undefined if they were not read with the row. */
  labels?: RowLabel[] | null
  parts: RowParts
}

/** GraphQL names of fields that need only the plain columns. */
export const plainFields: ReadonlySet<string> = new Set([
  "__typename",
  "id",
  "name",
  "description",
  "kind",
  "status",
  "statusColor",
  "isPaused",
  "isMuted",
  "failureThreshold",
  "mutedUntil",
  "createdAt",
  "updatedAt",
])

export const plainColumns = `
  m.id, m.name, m.description, m.kind, s.status,
  m.paused_at is not null as "isPaused", m.failure_threshold as "failureThreshold",
  case when m.muted_until > now() then m.muted_until end as "mutedUntil",
  m.created_at as "createdAt", m.updated_at as "updatedAt"`

/** $1 is the project. */
export const allColumns = `${plainColumns},
  m.seq, m.url, m.host, m.port, m.dns_record_type as "dnsRecordType", m.interval_seconds as "intervalSeconds",
  m.heartbeat_interval_minutes as "heartbeatIntervalMinutes", m.settings->'telemetry' as telemetry, s.status_since as "statusSince",
  m.id in (${maintainedInProject}) as "isInMaintenance",
  ${unconfirmedSql} as "unconfirmedFailures", s.last_check_at as "lastCheckAt", s.last_reason as "lastCheckReason",
  s.last_duration_ms as "lastCheckDurationMs", s.last_ping_at as "lastPingAt"`

/** For pages that show them: a statement of its own for a page costs more than looking them up for each row. */
export const labelColumn = `
  (select json_agg(json_build_object('id', l.id, 'name', l.name, 'color', l.color) order by l.name, l.id)
     from monitor_label ml join label l on l.id = ml.label_id where ml.monitor_id = m.id) as labels`

export type ReadRow = Omit<MonitorRow, "statusColor" | "parts">

/** Rows of one page; what is read for them together is read once. */
export const toRows = <Row extends ReadRow>(rows: Row[], parts: RowParts) =>
  rows.map((row) => ({ ...row, statusColor: statusColors[row.status], parts }))
