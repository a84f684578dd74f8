import type { MonitorStatus } from "../../../prisma/generated/enums.ts"
import { newId } from "../../id.ts"
import { enqueueAll } from "../delivery/enqueue.ts"
import type { Transaction } from "../transaction.ts"

export type StatusChange = {
  projectId: string
  monitorId: string
  monitorName: string
  from: MonitorStatus
  to: MonitorStatus
  /** What the world outside held it for; null where it is told nothing. */
  toldBefore: MonitorStatus | null
  /** When it became true. */
  at: Date
  /** When we became sure of it. */
  decidedAt: Date
  reason: string | null
  verdictId: string | null
}

/**
 * Keeps changes of status in the order given, and tells the world of those that are news. The caller holds the
 * monitors' states.
 */
export async function changeStatuses(tx: Transaction, changes: StatusChange[]): Promise<void> {
  if (changes.length === 0) return
  const kept = changes.map((change) => ({ ...change, id: newId() }))
  const rows = kept.map(({ id, monitorId, from, to, at, decidedAt, reason, verdictId }) => ({
    id,
    monitor_id: monitorId,
    from,
    to,
    at,
    decided_at: decidedAt,
    reason,
    verdict_id: verdictId,
  }))
  await tx.db.$executeRaw`
    insert into status_change (id, monitor_id, "from", "to", at, decided_at, reason, verdict_id)
    select id, monitor_id, "from", "to", at, decided_at, reason, verdict_id
      from jsonb_populate_recordset(null::status_change, ${JSON.stringify(rows)}::jsonb)`
  const news = kept.filter(({ toldBefore }) => toldBefore !== null)
  await enqueueAll(
    tx,
    news.map(({ id, projectId, monitorId, monitorName, toldBefore, to, at, reason }) => ({
      projectId,
      event: "monitor.status_changed",
      subjectId: monitorId,
      dedupeKey: `monitor.status_changed:${id}`,
      payload: {
        monitor: { id: monitorId, name: monitorName },
        from: toldBefore,
        to,
        at: at.toISOString(),
        reason,
      },
    })),
  )
  for (const { id, projectId, monitorId } of kept) {
    tx.publish("monitor.status_changed", { projectId, monitorId, changeId: id })
  }
}
