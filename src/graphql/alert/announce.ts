import type { Prisma } from "../../postgres.ts"
import { enqueueAll } from "../delivery/enqueue.ts"
import type { EventKind } from "../delivery/event.ts"
import { notFound } from "../errors.ts"
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
  const [alert] = await announceAlerts(tx, [{ alertId, ...news }])
  if (alert === undefined) throw notFound("alert")
  return alert
}

/** The same for many, in the order given. */
export async function announceAlerts(tx: Transaction, all: (News & { alertId: string })[]) {
  if (all.length === 0) return []
  const rows = await tx.db.alert.findMany({
    where: { id: { in: all.map(({ alertId }) => alertId) } },
    include: { state: true, severity: true, monitor: { select: { id: true, name: true } } },
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const told = all.flatMap((news) => {
    const row = byId.get(news.alertId)
    return row === undefined ? [] : [{ news, row }]
  })
  await enqueueAll(
    tx,
    told.map(({ news: { event, change, reason, failureClass }, row }) => ({
      projectId: row.projectId,
      event,
      subjectId: row.id,
      dedupeKey: `${event}:${row.id}:${change}`,
      payload: {
        alert: asTold(row),
        reason: reason ?? null,
        failure_class: failureClass ?? null,
      },
    })),
  )
  return told.map(
    ({ row: { monitor: _monitor, state: _state, severity: _severity, ...alert } }) => {
      tx.publish("alert.changed", { projectId: alert.projectId, alertId: alert.id })
      return alert
    },
  )
}

type Told = Prisma.AlertGetPayload<{
  include: { state: true; severity: true; monitor: { select: { id: true; name: true } } }
}>

const asTold = ({ monitor, state, severity, ...alert }: Told) => ({
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
})
