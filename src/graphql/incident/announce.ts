import type { Prisma } from "../../postgres.ts"
import { enqueue } from "../delivery/enqueue.ts"
import type { EventKind } from "../delivery/event.ts"
import type { Transaction } from "../transaction.ts"

type News = {
  event: Extract<EventKind, `incident.${string}`>
  /** Tells this change from the next of its kind: the timeline entry's id, mostly. */
  change: string
  reason?: string
  more?: Prisma.InputJsonObject
}

/** Owes the world an event with the incident as it now stands, and nudges whoever watches. Answers the row. */
export async function announceIncident(tx: Transaction, incidentId: string, news: News) {
  const { monitor, state, severity, ...incident } = await tx.db.incident.findUniqueOrThrow({
    where: { id: incidentId },
    include: { state: true, severity: true, monitor: { select: { id: true, name: true } } },
  })
  const { projectId } = incident
  await enqueue(tx, {
    projectId,
    event: news.event,
    subjectId: incidentId,
    dedupeKey: `${news.event}:${news.change}`,
    payload: {
      incident: {
        id: incident.id,
        number: incident.number,
        title: incident.title,
        description: incident.description,
        state: { name: state.name, color: state.color, is_resolved: state.meaning === "resolved" },
        severity: { name: severity.name, color: severity.color },
        monitor,
        is_flapping: incident.isFlapping,
        started_at: incident.startedAt.toISOString(),
        resolved_at: incident.resolvedAt?.toISOString() ?? null,
        created_at: incident.createdAt.toISOString(),
        updated_at: incident.updatedAt.toISOString(),
      },
      reason: news.reason ?? null,
      ...news.more,
    },
  })
  tx.publish("incident.changed", { projectId, incidentId })
  return incident
}
