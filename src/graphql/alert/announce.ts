import { enqueueAll } from "../delivery/enqueue.ts"
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
  await announceAlerts(tx, [{ alertId, ...news }])
  return tx.db.alert.findUniqueOrThrow({ where: { id: alertId } })
}

/** The same for many, in the order given. */
export async function announceAlerts(
  tx: Transaction,
  all: (News & { alertId: string })[],
): Promise<void> {
  if (all.length === 0) return
  const told = await readTold(
    tx,
    all.map(({ alertId }) => alertId),
  )
  await enqueueAll(
    tx,
    all.flatMap(({ alertId, event, change, reason, failureClass }) => {
      const row = told.get(alertId)
      if (row === undefined) return []
      const { projectId, alert } = row
      const payload = { alert, reason: reason ?? null, failure_class: failureClass ?? null }
      const dedupeKey = `${event}:${alertId}:${change}`
      return [{ projectId, event, subjectId: alertId, dedupeKey, payload }]
    }),
  )
  for (const [alertId, { projectId }] of told) {
    tx.publish("alert.changed", { projectId, alertId })
  }
}

type Row = {
  id: string
  projectId: string
  number: number
  title: string
  description: string
  state: { name: string; color: string }
  severity: { name: string; color: string }
  monitor: { id: string; name: string } | null
  incidentId: string | null
  createdAt: Date
  updatedAt: Date
}

/** Read without the ORM: of a thousand that fail at once it would take most of the time. */
async function readTold({ db }: Transaction, ids: string[]) {
  const rows = await db.$queryRaw<Row[]>`
    select a.id, a.project_id as "projectId", a.number, a.title, a.description,
           jsonb_build_object('name', s.name, 'color', s.color) as state,
           jsonb_build_object('name', v.name, 'color', v.color) as severity,
           case when m.id is not null then jsonb_build_object('id', m.id, 'name', m.name) end as monitor,
           a.incident_id as "incidentId", a.created_at as "createdAt", a.updated_at as "updatedAt"
      from alert a join state s on s.id = a.state_id join severity v on v.id = a.severity_id
      left join monitor m on m.id = a.monitor_id
     where a.id = any(${ids}::uuid[])`
  return new Map(rows.map((row) => [row.id, { projectId: row.projectId, alert: asTold(row) }]))
}

const asTold = (row: Row) => ({
  id: row.id,
  number: row.number,
  title: row.title,
  description: row.description,
  state: row.state,
  severity: row.severity,
  monitor: row.monitor,
  incident_id: row.incidentId,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})
