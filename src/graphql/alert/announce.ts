import { enqueueAll } from "../delivery/enqueue.ts"
import type { EventKind } from "../delivery/event.ts"
import type { Transaction } from "../transaction.ts"
import type { ToldAlert } from "./told.ts"
import { payloadOf, readToldAlerts } from "./told.ts"

type News = {
  event: Extract<EventKind, `alert.${string}`>
  /** Tells this change from the next of its kind. */
  change: string
  reason?: string
  failureClass?: string | null
}

/** Owes the world an event with the alert as it now stands, and nudges whoever watches. Answers the row. */
export async function announceAlert(tx: Transaction, alertId: string, news: News) {
  const told = await readToldAlerts(tx, [alertId])
  await announceAlerts(
    tx,
    told.map((alert) => ({ alert, ...news })),
  )
  return tx.db.alert.findUniqueOrThrow({ where: { id: alertId } })
}

/** The same for many, in the order given. */
export async function announceAlerts(
  tx: Transaction,
  all: (News & { alert: ToldAlert })[],
): Promise<void> {
  await enqueueAll(
    tx,
    all.map(({ alert, event, change, reason, failureClass }) => ({
      projectId: alert.projectId,
      event,
      subjectId: alert.id,
      dedupeKey: `${event}:${alert.id}:${change}`,
      payload: {
        alert: payloadOf(alert),
        reason: reason ?? null,
        failure_class: failureClass ?? null,
      },
    })),
  )
  for (const { alert } of all) {
    const { projectId, id: alertId } = alert
    tx.publish("alert.changed", { projectId, alertId })
  }
}
