import { enqueue } from "../delivery/enqueue.ts"
import type { EventKind } from "../delivery/event.ts"
import type { Transaction } from "../transaction.ts"

type News = {
  event: Extract<EventKind, `alert.${string}`>
  /** Tells this change from the next of its kind. */
  change: string
  reason?: string
  failureClass?: string | null
}

/** Owes the world an event with the alert as it now stands, and nudges whoever watches. Answers the row. */
export async function announceAlert(tx: Transaction, alertId: string, news: News) {
  const { monitor, state, severity, ...alert } = await tx.db.alert.findUniqueOrThrow({
    where: { id: alertId },
    include: { state: true, severity: true, monitor: { select: { id: true, name: true } } },
  })
  const { projectId } = alert
  await enqueue(tx, {
    projectId,
    event: news.event,
    subjectId: alertId,
    dedupeKey: `${news.event}:${alertId}:${news.change}`,
    payload: {
      alert: {
        id: alert.id,
        number: alert.number,
        title: alert.title,
        description: alert.description,
        state: { name: state.name, color: state.color },
        severity: { name: severity.name, color: severity.color },
        monitor,
        incident_id: alert.incidentId,
        created_at: alert.createdAt.toISOString(),
        updated_at: alert.updatedAt.toISOString(),
      },
      reason: news.reason ?? null,
      failure_class: news.failureClass ?? null,
    },
  })
  tx.publish("alert.changed", { projectId, alertId })
  return alert
}
