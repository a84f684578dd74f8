import { reasonOf, say, withTexts } from "../findings/say.ts"
import type { Monitor, MonitorState } from "../../prisma/generated/client.ts"
import type { MonitorStatus } from "../../prisma/generated/enums.ts"
import { readDetail } from "../graphql/monitoring/check/rules/check-detail.ts"
import type { CheckRow } from "../graphql/monitoring/check/list-checks.ts"
import { heartbeatUrl } from "../graphql/monitoring/monitor/heartbeat/heartbeat-secret.ts"
import { printInterval } from "../graphql/monitoring/monitor/rules/monitor-interval.ts"
import { hasField } from "../graphql/monitoring/monitor/rules/monitor-kinds.ts"
import { readSettings } from "../graphql/monitoring/monitor/rules/read-target.ts"
import { statusColors } from "../graphql/monitoring/monitor/rules/status-color.ts"
import {
  conditionTarget,
  type TelemetryCondition,
} from "../graphql/monitoring/monitor/rules/telemetry-condition.ts"
import type { Services } from "../platform/services.ts"
import { isUnknown } from "./server-address.ts"

/** Monitors and checks with the field names of the REST API. */

const statusFields = (status: MonitorStatus) => ({ name: status, color: statusColors[status] })

type Row = Monitor & { state: Pick<MonitorState, "status" | "lastCheckAt"> | null }

export function monitorFields(monitor: Row, { env, vault }: Pick<Services, "env" | "vault">) {
  const { sealedHeartbeat, state } = monitor
  const telemetry = telemetryOf(monitor)
  return {
    id: monitor.id,
    project_id: monitor.projectId,
    name: monitor.name,
    description: monitor.description,
    monitor_type: monitor.kind,
    status: statusFields(state?.status ?? "unknown"),
    active_monitoring_disabled: monitor.pausedAt !== null,
    url: monitor.url,
    host: monitor.host,
    port: monitor.port,
    dns_record_type: monitor.dnsRecordType,
    monitoring_interval: printInterval(monitor.intervalSeconds),
    request_timeout_seconds: monitor.timeoutSeconds,
    failure_threshold: monitor.failureThreshold,
    recovery_threshold: monitor.recoveryThreshold,
    heartbeat_interval_minutes: monitor.heartbeatIntervalMinutes,
    heartbeat_grace_minutes: monitor.heartbeatGraceMinutes,
    heartbeat_url:
      sealedHeartbeat && !isUnknown(env)
        ? heartbeatUrl(env.BASE_URL, sealedHeartbeat, vault)
        : null,
    ...(telemetry === null ? {} : { telemetry }),
    last_check_at: state?.lastCheckAt ?? null,
    created_at: monitor.createdAt,
    updated_at: monitor.updatedAt,
  }
}

/** When telemetry is a failure; null for other kinds. */
const telemetryOf = ({ kind, settings }: Monitor): TelemetryCondition | null =>
  hasField(kind, "telemetry") ? readSettings(settings).telemetry : null

type Target = Pick<
  Monitor,
  "url" | "host" | "port" | "dnsRecordType" | "heartbeatIntervalMinutes"
> & { telemetry: TelemetryCondition | null }

export const monitorTarget = (monitor: Monitor): string =>
  targetWords({ ...monitor, telemetry: telemetryOf(monitor) })

/** A monitor's target as short text. */
export function targetWords({ url, host, port, telemetry, ...other }: Target): string {
  if (telemetry !== null) return conditionTarget(telemetry)
  if (url !== null) return url
  if (host === null) return `a ping every ${other.heartbeatIntervalMinutes} min`
  if (port !== null) return `${host.includes(":") ? `[${host}]` : host}:${port}`
  return other.dnsRecordType === null ? host : `${host} ${other.dnsRecordType}`
}

export function checkFields(monitorId: string, row: CheckRow) {
  const { assertions, egress } = readDetail(row.detail)
  const { certificate } = row
  return {
    monitor_id: monitorId,
    started_at: row.started_at,
    status: statusFields(row.status),
    failure_class: row.failure_class,
    reason: reasonOf(row.findings),
    findings: withTexts(row.findings),
    warnings: row.warnings.map((one) => say([one])),
    attempts: row.attempts,
    duration_ms: row.duration_ms,
    phases: {
      dns_ms: row.dns_ms,
      connect_ms: row.connect_ms,
      tls_ms: row.tls_ms,
      first_byte_ms: row.first_byte_ms,
      transfer_ms: row.transfer_ms,
    },
    http_status: row.http_status,
    address: row.address,
    certificate: certificate && {
      subject: certificate.subject,
      issuer: certificate.issuer,
      names: certificate.names,
      valid_from: certificate.validFrom,
      expires_at: certificate.expiresAt,
      fingerprint_256: certificate.fingerprint256,
    },
    assertions: assertions.map(({ expected, seen, ...one }) => ({
      ...one,
      expected: say([expected]),
      seen: say([seen]),
    })),
    egress:
      egress?.map(({ anchor, reachable, durationMs }) => ({
        anchor,
        reachable,
        duration_ms: durationMs,
      })) ?? null,
  }
}
