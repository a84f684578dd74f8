import type { Prisma } from "../../postgres.ts"
import { enqueueAll } from "../delivery/enqueue.ts"
import type { EventKind } from "../delivery/event.ts"
import { notFound } from "../errors.ts"
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
  const [incident] = await announceIncidents(tx, [{ incidentId, ...news }])
  if (incident === undefined) throw notFound("incident")
  return incident
}

/** The same for many, in the order given. */
export async function announceIncidents(tx: Transaction, all: (News & { incidentId: string })[]) {
  if (all.length === 0) return []
  const rows = await tx.db.incident.findMany({
    where: { id: { in: all.map(({ incidentId }) => incidentId) } },
    include: { state: true, severity: true, monitor: { select: { id: true, name: true } } },
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const told = all.flatMap((news) => {
    const row = byId.get(news.incidentId)
    return row === undefined ? [] : [{ news, row }]
  })
  await enqueueAll(
    tx,
    told.map(({ news: { event, change, reason, more }, row }) => ({
      projectId: row.projectId,
      event,
      subjectId: row.id,
      dedupeKey: `${event}:${change}`,
      payload: { incident: asTold(row), reason: reason ?? null, ...more },
    })),
  )
  return told.map(
    ({ row: { monitor: _monitor, state: _state, severity: _severity, ...incident } }) => {
      tx.publish("incident.changed", { projectId: incident.projectId, incidentId: incident.id })
      return incident
    },
  )
}

type Told = Prisma.IncidentGetPayload<{
  include: { state: true; severity: true; monitor: { select: { id: true; name: true } } }
}>

const asTold = ({ monitor, state, severity, ...incident }: Told) => ({
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
})
