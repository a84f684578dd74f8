import { Prisma } from "../../../../prisma/generated/browser.ts"
import type { Monitor, MonitorState } from "../../../../prisma/generated/client.ts"
import { columnsOf } from "../../kernel/columns.ts"
import { unconfirmedSql } from "../check/rules/unconfirmed-sql.ts"
import { maintainedInProject } from "./monitor-filter.ts"
import { type Unwatched, unwatchedSql } from "./rules/unwatched.ts"
import type { TelemetryCondition } from "./rules/telemetry-condition.ts"

export type RowLabel = { id: string; projectId: string; name: string; color: string }

/** What lists read of a monitor beyond its own columns. */
type Listed = Pick<
  MonitorState,
  | "status"
  | "statusSince"
  | "lastCheckAt"
  | "lastReason"
  | "lastFindings"
  | "lastDurationMs"
  | "lastPingAt"
> & {
  isPaused: boolean
  isMuted: boolean
  isInMaintenance: boolean
  unconfirmedFailures: number
  /** Null while it is watched. */
  unwatched: Unwatched | null
  telemetry: TelemetryCondition | null
  /** By name, null if there are none. */
  listedLabels: RowLabel[] | null
}

/** A monitor; one that a list read has only the columns of its extent, and times as text unless it is whole. */
export type MonitorRow = Monitor & Partial<Listed>

/** A field of Monitor that a list read with its rows; undefined for a monitor that was read elsewhere. */
export const listed = (fromRow: (row: MonitorRow) => unknown) => ({ extensions: { fromRow } })

const plainFields = [
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
]

const plainColumns = `
  m.id, m.project_id as "projectId", m.name, m.description, m.kind, s.status,
  m.paused_at is not null as "isPaused", coalesce(m.muted_until > now(), false) as "isMuted",
  m.failure_threshold as "failureThreshold", m.muted_until as "mutedUntil",
  m.created_at as "createdAt", m.updated_at as "updatedAt"`

const listFields = [
  ...plainFields,
  "url",
  "host",
  "port",
  "dnsRecordType",
  "interval",
  "intervalSeconds",
  "heartbeatIntervalMinutes",
  "telemetry",
  "statusSince",
  "isInMaintenance",
  "unconfirmedFailures",
  "unwatchedReason",
  "unwatchedFindings",
  "lastCheckAt",
  "lastCheckReason",
  "lastCheckFindings",
  "lastCheckDurationMs",
  "lastPingAt",
  "labels",
  "recentChecks",
  "recentUptime",
  "p95Ms",
]

/** $1 is the project. */
const listColumns = `
  s.status, s.status_since as "statusSince", m.paused_at is not null as "isPaused",
  coalesce(m.muted_until > now(), false) as "isMuted", m.settings->'telemetry' as telemetry,
  m.id in (${maintainedInProject}) as "isInMaintenance", ${unconfirmedSql} as "unconfirmedFailures",
  ${unwatchedSql} as unwatched,
  s.last_check_at as "lastCheckAt", s.last_reason as "lastReason", s.last_findings as "lastFindings", s.last_duration_ms as "lastDurationMs",
  s.last_ping_at as "lastPingAt"`

const ownColumns = [
  "id",
  "projectId",
  "name",
  "description",
  "kind",
  "url",
  "host",
  "port",
  "dnsRecordType",
  "intervalSeconds",
  "heartbeatIntervalMinutes",
  "failureThreshold",
  "mutedUntil",
  "createdAt",
  "updatedAt",
]

/** How much of its rows a page reads: the fewest columns that hold all fields it shows. */
export type Extent = "plain" | "list" | "whole"

export const columns: Record<Extent, string> = {
  plain: plainColumns,
  list: `${columnsOf(ownColumns, "m")}, ${listColumns}`,
  whole: `${columnsOf(Object.values(Prisma.MonitorScalarFieldEnum), "m")}, ${listColumns}`,
}

/** For pages that show them: a statement of its own for a page costs more than looking them up for each row. */
export const labelColumn = `
  (select json_agg(json_build_object('id', l.id, 'projectId', l.project_id, 'name', l.name, 'color', l.color)
                   order by l.name, l.id)
     from monitor_label ml join label l on l.id = ml.label_id where ml.monitor_id = m.id) as "listedLabels"`

/** GraphQL names of fields that need no more than an extent reads; a whole row has the columns of every field. */
export const fieldsWithin: Record<Exclude<Extent, "whole">, ReadonlySet<string>> = {
  plain: new Set(plainFields),
  list: new Set(listFields),
}
