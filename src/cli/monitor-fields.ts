import type { Monitor, MonitorState } from "../../prisma/generated/client.ts"
import type { MonitorKind, MonitorStatus } from "../../prisma/generated/enums.ts"
import type { CheckResult } from "../graphql/check/result.ts"
import { heartbeatUrl } from "../graphql/monitor/heartbeat-secret.ts"
import { printInterval } from "../graphql/monitor/interval.ts"
import { statusColors } from "../graphql/monitor/status-color.ts"
import type { Services } from "../services.ts"

/** A monitor and a check with the field names of the REST API. */

const statusFields = (status: MonitorStatus) => ({ name: status, color: statusColors[status] })

type Row = Monitor & { state: Pick<MonitorState, "status" | "lastCheckAt"> | null }

export function monitorFields(monitor: Row, { env, vault }: Pick<Services, "env" | "vault">) {
  const { sealedHeartbeat, state } = monitor
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
    heartbeat_url: sealedHeartbeat && heartbeatUrl(env.BASE_URL, sealedHeartbeat, vault),
    last_check_at: state?.lastCheckAt ?? null,
    created_at: monitor.createdAt,
    updated_at: monitor.updatedAt,
  }
}

/** What a monitor looks at, in a few characters. */
export const targetWords = (monitor: Monitor): string => targets[monitor.kind](monitor)

const endpoint = ({ host, port }: Monitor) => `${host?.includes(":") ? `[${host}]` : host}:${port}`
const targets: Record<MonitorKind, (monitor: Monitor) => string> = {
  http: ({ url }) => url ?? "",
  tcp: endpoint,
  tls: endpoint,
  ping: ({ host }) => host ?? "",
  dns: ({ host, dnsRecordType }) => `${host} ${dnsRecordType}`,
  heartbeat: ({ heartbeatIntervalMinutes }) => `a ping every ${heartbeatIntervalMinutes} min`,
}

export const checkFields = (result: CheckResult) => ({
  monitor_id: result.monitorId,
  started_at: result.startedAt,
  status: statusFields(result.status),
  failure_class: result.failureClass,
  reason: result.reason,
  warnings: result.warnings,
  attempts: result.attempts,
  duration_ms: result.durationMs,
  phases: {
    dns_ms: result.phases.dnsMs,
    connect_ms: result.phases.connectMs,
    tls_ms: result.phases.tlsMs,
    first_byte_ms: result.phases.firstByteMs,
    transfer_ms: result.phases.transferMs,
  },
  http_status: result.httpStatus,
  address: result.address,
  certificate: result.certificate && {
    subject: result.certificate.subject,
    issuer: result.certificate.issuer,
    names: result.certificate.names,
    valid_from: result.certificate.validFrom,
    expires_at: result.certificate.expiresAt,
    fingerprint_256: result.certificate.fingerprint256,
  },
  assertions: result.assertions,
  egress:
    result.egress?.map(({ anchor, reachable, durationMs }) => ({
      anchor,
      reachable,
      duration_ms: durationMs,
    })) ?? null,
})
