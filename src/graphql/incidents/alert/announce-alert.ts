import type { Finding } from "../../../findings/finding.ts"
import { reasonOf, withTexts } from "../../../findings/say.ts"
import { enqueueAll } from "../../outbox/enqueue-event.ts"
import type { EventKind } from "../../outbox/event-kinds.ts"
import type { SqlTransaction, Transaction } from "../../kernel/transaction.ts"
import { payloadOf, readAnnouncedAlerts, type AnnouncedAlert } from "./announced-alert.ts"

type News = {
  event: Extract<EventKind, `alert.${string}`>
  /** Distinguishes this change from others with the same event. */
  change: string
  findings?: readonly Finding[]
  failureClass?: string | null
}

/** Enqueues an event with the current alert and notifies subscriptions. Returns the row. */
export async function announceAlert(tx: Transaction, alertId: string, news: News) {
  const announced = await readAnnouncedAlerts(tx, [alertId])
  await announceAlerts(
    tx,
    announced.map((alert) => ({ alert, ...news })),
  )
  return tx.db.alert.findUniqueOrThrow({ where: { id: alertId } })
}

/** Announces several alerts, in the given order. */
export async function announceAlerts(
  tx: SqlTransaction,
  all: (News & { alert: AnnouncedAlert })[],
): Promise<void> {
  await enqueueAll(
    tx,
    all.map(({ alert, event, change, findings = [], failureClass }) => ({
      projectId: alert.projectId,
      event,
      subjectId: alert.id,
      dedupeKey: `${event}:${alert.id}:${change}`,
      payload: {
        alert: payloadOf(alert, event === "alert.created" ? findings : undefined),
        reason: reasonOf(findings),
        findings: withTexts(findings),
        failure_class: failureClass ?? null,
      },
    })),
  )
  for (const { alert } of all) {
    const { projectId, id: alertId } = alert
    tx.publish("alert.changed", { projectId, alertId })
  }
}
