import type { MonitorKind } from "../../../../../prisma/generated/enums.ts"
import type { Vault } from "../../../../platform/secret.ts"
import type { Context } from "../../../kernel/context.ts"
import type { Transaction } from "../../../kernel/transaction.ts"
import { announceMonitors } from "../announce-monitor.ts"
import { newColumns } from "../rules/monitor-columns.ts"
import { isProbed, probedKinds } from "../rules/monitor-kinds.ts"
import type { NewDraft } from "./monitor-draft.ts"
import { newHeartbeatSecret } from "../heartbeat/heartbeat-secret.ts"

/** A monitor to create, whose parent and labels exist. */
export type Wanted = {
  id: string
  kind: MonitorKind
  draft: NewDraft
  parentId: string | null
  labelIds: string[]
  isPaused: boolean
}

/**
 * Writes and announces new monitors with one statement per table. All but heartbeats are checked as soon as a
 * prober reads them.
 */
export async function makeMonitors(
  tx: Transaction,
  { actor, vault }: Pick<Context, "actor" | "vault">,
  projectId: string,
  wanted: Wanted[],
): Promise<void> {
  const paused = wanted.filter(({ isPaused }) => isPaused)
  const pausedIds = paused.map(({ id }) => id)
  const rows = JSON.stringify(wanted.map((one) => rowOf(one, vault)))
  await tx.db.$executeRaw`
    insert into monitor (id, project_id, name, description, kind, url, host, port, dns_record_type,
        interval_seconds, timeout_seconds, failure_threshold, recovery_threshold, flap_window_minutes,
        heartbeat_interval_minutes, heartbeat_grace_minutes, settings, sealed_headers,
        heartbeat_hash, sealed_heartbeat, parent_id, paused_at, watched_since, check_requested_at,
        created_at, updated_at)
      select id, ${projectId}::uuid, name, description, kind, url, host, port, dns_record_type,
        interval_seconds, timeout_seconds, failure_threshold, recovery_threshold, flap_window_minutes,
        heartbeat_interval_minutes, heartbeat_grace_minutes, settings, sealed_headers,
        heartbeat_hash, sealed_heartbeat, parent_id, case when id = any(${pausedIds}::uuid[]) then now() end, now(),
        case when kind = any(${probedKinds}::monitor_kind[]) and id <> all(${pausedIds}::uuid[])
             then now() end, now(), now()
      from jsonb_populate_recordset(null::monitor, ${rows}::jsonb)`
  const ids = wanted.map(({ id }) => id)
  await tx.db.$executeRaw`
    insert into monitor_state (monitor_id, status_since) select unnest(${ids}::uuid[]), now()`
  const labels = wanted.flatMap(({ id, labelIds }) =>
    labelIds.map((label_id) => ({ monitor_id: id, label_id })),
  )
  await tx.db.$executeRaw`
    insert into monitor_label (monitor_id, label_id) select monitor_id, label_id
      from jsonb_populate_recordset(null::monitor_label, ${JSON.stringify(labels)}::jsonb)`
  const subjectOf = ({ id, kind, draft }: Wanted) => ({
    id,
    projectId,
    kind,
    name: draft.values.name,
  })
  const created = { action: "monitor.created", event: "monitor.created" } as const
  await announceMonitors(tx, actor, wanted.map(subjectOf), created)
  // History reads pauses from the audit log.
  if (paused.length > 0) {
    await announceMonitors(tx, actor, paused.map(subjectOf), { action: "monitor.paused" })
  }
}

/** With the table's column names, as JSON. */
function rowOf({ id, kind, draft, parentId }: Wanted, vault: Vault) {
  const columns = newColumns(kind, draft, vault)
  const secret = isProbed(kind) ? null : newHeartbeatSecret(vault)
  return {
    id,
    kind,
    name: draft.values.name,
    description: columns.description,
    url: columns.url,
    host: columns.host,
    port: columns.port,
    dns_record_type: columns.dnsRecordType,
    interval_seconds: columns.intervalSeconds,
    timeout_seconds: columns.timeoutSeconds,
    failure_threshold: columns.failureThreshold,
    recovery_threshold: columns.recoveryThreshold,
    flap_window_minutes: columns.flapWindowMinutes,
    heartbeat_interval_minutes: columns.heartbeatIntervalMinutes,
    heartbeat_grace_minutes: columns.heartbeatGraceMinutes,
    settings: columns.settings,
    sealed_headers: hex(columns.sealedHeaders),
    heartbeat_hash: hex(secret?.heartbeatHash),
    sealed_heartbeat: hex(secret?.sealedHeartbeat),
    parent_id: parentId,
  }
}

/** Bytes as PostgreSQL reads them from a text. */
const hex = (bytes: Uint8Array | null | undefined): string | null =>
  bytes ? `\\x${Buffer.from(bytes).toString("hex")}` : null
