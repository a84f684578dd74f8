import { enqueue } from "../../outbox/enqueue-event.ts"
import type { EventKind } from "../../outbox/event-kinds.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import { stateColors } from "./rules/maintenance-color.ts"

type News = { event: Extract<EventKind, `maintenance.${string}`>; change: string }

/** Enqueues an event with the current window and notifies subscriptions. Returns the row. */
export async function announceMaintenance(tx: Transaction, id: string, news: News) {
  const { monitors, ...maintenance } = await tx.db.maintenance.findUniqueOrThrow({
    where: { id },
    include: { monitors: { select: { monitor: { select: { id: true, name: true } } } } },
  })
  const { projectId, state } = maintenance
  await enqueue(tx, {
    projectId,
    event: news.event,
    subjectId: id,
    dedupeKey: `${news.event}:${id}:${news.change}`,
    payload: {
      maintenance: {
        id,
        title: maintenance.title,
        description: maintenance.description,
        state: { name: state, color: stateColors[state] },
        starts_at: maintenance.startsAt.toISOString(),
        ends_at: maintenance.endsAt.toISOString(),
        monitors: monitors.map(({ monitor }) => monitor),
        series_id: maintenance.seriesId,
        created_at: maintenance.createdAt.toISOString(),
      },
    },
  })
  tx.publish("maintenance.changed", { projectId, maintenanceId: id })
  return maintenance
}
