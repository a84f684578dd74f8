import type { MonitorKind } from "../../../../../prisma/generated/enums.ts"
import { newId } from "../../../../platform/id.ts"
import type { Vault } from "../../../../platform/secret.ts"
import { readDraft, type MonitorInput } from "./monitor-draft.ts"
import { newColumns } from "../rules/monitor-columns.ts"
import type { Target } from "../rules/monitor-target.ts"
import { readTarget } from "../rules/read-target.ts"

/**
 * The prober's target of a monitor that is not saved.
 * @throws {DomainError} validation_failed
 */
export function readDraftTarget(
  projectId: string,
  { kind, fields }: { kind: MonitorKind; fields: MonitorInput },
  vault: Vault,
): Target {
  const draft = readDraft(kind, fields, true)
  const columns = newColumns(kind, draft, vault)
  const row = {
    id: newId(),
    seq: 0,
    project_id: projectId,
    name: draft.values.name,
    kind,
    url: columns.url ?? null,
    host: columns.host ?? null,
    port: columns.port ?? null,
    dns_record_type: columns.dnsRecordType ?? null,
    interval_seconds: columns.intervalSeconds,
    timeout_seconds: columns.timeoutSeconds,
    failure_threshold: columns.failureThreshold,
    heartbeat_interval_minutes: columns.heartbeatIntervalMinutes ?? null,
    heartbeat_grace_minutes: columns.heartbeatGraceMinutes ?? null,
    settings: columns.settings ?? {},
    sealed_headers: columns.sealedHeaders ? Buffer.from(columns.sealedHeaders) : null,
    check_requested_at: null,
    watched_since: new Date(0),
    last_ping_at: null,
    last_ping_kind: null,
    last_ping_text: null,
    failed_pings: 0,
    is_pinged_publicly: null,
  }
  return readTarget(row, vault)
}
