import type { Prisma } from "../../postgres.ts"
import { enqueueAll } from "../delivery/enqueue.ts"
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
  await announceIncidents(tx, [{ incidentId, ...news }])
  return tx.db.incident.findUniqueOrThrow({ where: { id: incidentId } })
}

/** The same for many, in the order given. */
export async function announceIncidents(
  tx: Transaction,
  all: (News & { incidentId: string })[],
): Promise<void> {
  if (all.length === 0) return
  const told = await readTold(
    tx,
    all.map(({ incidentId }) => incidentId),
  )
  await enqueueAll(
    tx,
    all.flatMap(({ incidentId, event, change, reason, more }) => {
      const row = told.get(incidentId)
      if (row === undefined) return []
      const { projectId, incident } = row
      const payload = { incident, reason: reason ?? null, ...more }
      const dedupeKey = `${event}:${change}`
      return [{ projectId, event, subjectId: incidentId, dedupeKey, payload }]
    }),
  )
  for (const [incidentId, { projectId }] of told) {
    tx.publish("incident.changed", { projectId, incidentId })
  }
}

type Row = {
  id: string
  projectId: string
  number: number
  title: string
  description: string
  state: { name: string; color: string; is_resolved: boolean }
  severity: { name: string; color: string }
  monitor: { id: string; name: string } | null
  isFlapping: boolean
  startedAt: Date
  resolvedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** Read without the ORM: of a thousand that fail at once it would take most of the time. */
async function readTold({ db }: Transaction, ids: string[]) {
  const rows = await db.$queryRaw<Row[]>`
    select i.id, i.project_id as "projectId", i.number, i.title, i.description,
           jsonb_build_object('name', s.name, 'color', s.color, 'is_resolved', s.meaning = 'resolved') as state,
           jsonb_build_object('name', v.name, 'color', v.color) as severity,
           case when m.id is not null then jsonb_build_object('id', m.id, 'name', m.name) end as monitor,
           i.is_flapping as "isFlapping", i.started_at as "startedAt", i.resolved_at as "resolvedAt",
           i.created_at as "createdAt", i.updated_at as "updatedAt"
      from incident i join state s on s.id = i.state_id join severity v on v.id = i.severity_id
      left join monitor m on m.id = i.monitor_id
     where i.id = any(${ids}::uuid[])`
  return new Map(rows.map((row) => [row.id, { projectId: row.projectId, incident: asTold(row) }]))
}

const asTold = (row: Row) => ({
  id: row.id,
  number: row.number,
  title: row.title,
  description: row.description,
  state: row.state,
  severity: row.severity,
  monitor: row.monitor,
  is_flapping: row.isFlapping,
  started_at: row.startedAt.toISOString(),
  resolved_at: row.resolvedAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})
