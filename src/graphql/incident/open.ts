import { nextNumbers } from "../project/number.ts"
import type { Transaction } from "../transaction.ts"
import { announceIncidents } from "./announce.ts"
import { addEntries, machine } from "./timeline.ts"
import type { ToldIncident } from "./told.ts"
import { toldIncident } from "./told.ts"

type Opening = {
  /** Made by whoever opens it, who keeps it. */
  incidentId: string
  projectId: string
  monitorId: string
  title: string
  description: string
  startedAt: Date
  failureClass: string | null
}

/** Major incidents that the machine declares. */
export async function openIncidents(tx: Transaction, openings: Opening[]): Promise<void> {
  if (openings.length === 0) return
  const numbers = await nextNumbers(
    tx,
    "incident",
    openings.map(({ projectId }) => projectId),
  )
  const rows = openings.map((opening, at) => ({
    id: opening.incidentId,
    project_id: opening.projectId,
    number: numbers[at],
    title: opening.title,
    description: opening.description,
    monitor_id: opening.monitorId,
    started_at: opening.startedAt,
  }))
  const told = await tx.db.$queryRaw<ToldIncident[]>`
    insert into incident (id, project_id, number, title, description, monitor_id, started_at,
           state_id, severity_id, updated_at)
    select row.id, row.project_id, row.number, row.title, row.description, row.monitor_id, row.started_at,
           state.id, severity.id, now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as row (id uuid, project_id uuid, number int, title text, description text, monitor_id uuid,
                started_at timestamptz)
      left join state on state.project_id = row.project_id
        and state.subject = 'incident' and state.name = 'identified'
      left join severity on severity.project_id = row.project_id
        and severity.subject = 'incident' and severity.name = 'major'
    returning ${toldIncident}`
  await addEntries(
    tx,
    machine,
    openings.map(({ incidentId, description }) => ({
      incidentId,
      kind: "declared",
      body: description,
    })),
  )
  const opened = new Map(told.map((incident) => [incident.id, incident]))
  await announceIncidents(
    tx,
    openings.flatMap(({ incidentId, description, failureClass }) => {
      const incident = opened.get(incidentId)
      if (incident === undefined) return []
      const more = { failure_class: failureClass }
      return [
        { incident, event: "incident.created", change: incidentId, reason: description, more },
      ]
    }),
  )
}
