import type { MonitorStatus } from "../../../../prisma/generated/enums.ts"
import { storableJson, type Finding } from "../../../findings/finding.ts"
import { reasonOf, withTexts } from "../../../findings/say.ts"
import { newId } from "../../../platform/id.ts"
import { enqueueAll } from "../../outbox/enqueue-event.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"

export type StatusChange = {
  projectId: string
  monitorId: string
  monitorName: string
  from: MonitorStatus
  to: MonitorStatus
  /** The status announced before; null when the change must not be announced. */
  announcedBefore: MonitorStatus | null
  /** When it became true. */
  at: Date
  /** When it was confirmed. */
  decidedAt: Date
  findings: readonly Finding[]
  verdictId: string | null
}

/**
 * Store status changes in the order given, and announce those that are news. The caller has locked the monitors'
 * states.
 */
export async function changeStatuses(tx: SqlTransaction, changes: StatusChange[]): Promise<void> {
  if (changes.length === 0) return
  const stored = changes.map((change) => ({ ...change, id: newId() }))
  const rows = stored.map(({ id, monitorId, from, to, at, decidedAt, findings, verdictId }) => ({
    id,
    monitor_id: monitorId,
    from,
    to,
    at,
    decided_at: decidedAt,
    findings: findings.length === 0 ? null : findings,
    verdict_id: verdictId,
  }))
  await tx.query({
    name: "store-status-changes",
    text: `
      insert into status_change (id, seq, monitor_id, "from", "to", at, decided_at, findings, verdict_id)
      select id,
             coalesce((select max(c.seq) from status_change c where c.monitor_id = given.monitor_id), 0)
               + row_number() over (partition by monitor_id order by ordinality),
             monitor_id, "from", "to", at, decided_at, findings, verdict_id
        from jsonb_populate_recordset(null::status_change, $1::jsonb) with ordinality given`,
    values: [storableJson(rows)],
  })
  const news = stored.filter(({ announcedBefore }) => announcedBefore !== null)
  await enqueueAll(
    tx,
    news.map(({ id, projectId, monitorId, monitorName, announcedBefore, to, at, findings }) => ({
      projectId,
      event: "monitor.status_changed",
      subjectId: monitorId,
      dedupeKey: `monitor.status_changed:${id}`,
      payload: {
        monitor: { id: monitorId, name: monitorName },
        from: announcedBefore,
        to,
        at: at.toISOString(),
        reason: reasonOf(findings),
        findings: withTexts(findings),
      },
    })),
  )
  for (const { id, projectId, monitorId } of stored) {
    tx.publish("monitor.status_changed", { projectId, monitorId, changeId: id })
  }
}
