import { enqueue } from "../delivery/enqueue.ts"
import type { EventKind } from "../delivery/event.ts"
import type { Transaction } from "../transaction.ts"
import { stateColors } from "./state-color.ts"

type News = { event: Extract<EventKind, `maintenance.${string}`>; change: string }

/** Owes the world an event with the window as it now stands, and nudges whoever watches. Answers the row. */
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
