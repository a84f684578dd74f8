import type { Prisma } from "../../postgres.ts"
import { enqueueAll } from "../delivery/enqueue.ts"
import type { EventKind } from "../delivery/event.ts"
import type { Transaction } from "../transaction.ts"
import type { ToldIncident } from "./told.ts"
import { payloadOf, readToldIncidents } from "./told.ts"

type News = {
  event: Extract<EventKind, `incident.${string}`>
  /** Tells this change from the next of its kind: the timeline entry's id, mostly. */
  change: string
  reason?: string
  more?: Prisma.InputJsonObject
}

/** Owes the world an event with the incident as it now stands, and nudges whoever watches. Answers the row. */
export async function announceIncident(tx: Transaction, incidentId: string, news: News) {
  const told = await readToldIncidents(tx, [incidentId])
  await announceIncidents(
    tx,
    told.map((incident) => ({ incident, ...news })),
  )
  return tx.db.incident.findUniqueOrThrow({ where: { id: incidentId } })
}

/** The same for many, in the order given. */
export async function announceIncidents(
  tx: Transaction,
  all: (News & { incident: ToldIncident })[],
): Promise<void> {
  await enqueueAll(
    tx,
    all.map(({ incident, event, change, reason, more }) => ({
      projectId: incident.projectId,
      event,
      subjectId: incident.id,
      dedupeKey: `${event}:${change}`,
      payload: { incident: payloadOf(incident), reason: reason ?? null, ...more },
    })),
  )
  for (const { incident } of all) {
    const { projectId, id: incidentId } = incident
    tx.publish("incident.changed", { projectId, incidentId })
  }
}
