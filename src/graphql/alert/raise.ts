import { beginEscalations } from "../escalation/begin.ts"
import { nextNumbers } from "../project/number.ts"
import type { Transaction } from "../transaction.ts"
import { announceAlerts } from "./announce.ts"
import type { ToldAlert } from "./told.ts"
import { toldAlert } from "./told.ts"

type Raise = {
  /** Made by whoever raises it, who keeps it. */
  alertId: string
  projectId: string
  monitorId: string
  incidentId: string | null
  title: string
  description: string
  severity: "high" | "low"
  failureClass: string | null
  /** What was reached and what it showed, where that is known. */
  address?: string | null
  certificate?: string | null
}

/** Triggered alerts, and the paging that wakes a person. */
export async function raiseAlerts(tx: Transaction, raises: Raise[]): Promise<void> {
  if (raises.length === 0) return
  const numbers = await nextNumbers(
    tx,
    "alert",
    raises.map(({ projectId }) => projectId),
  )
  const rows = raises.map((raise, at) => ({
    id: raise.alertId,
    project_id: raise.projectId,
    number: numbers[at],
    title: raise.title,
    description: raise.description,
    monitor_id: raise.monitorId,
    incident_id: raise.incidentId,
    severity: raise.severity,
  }))
  const told = await tx.db.$queryRaw<ToldAlert[]>`
    insert into alert (id, project_id, number, title, description, monitor_id, incident_id,
           state_id, severity_id, updated_at)
    select row.id, row.project_id, row.number, row.title, row.description, row.monitor_id, row.incident_id,
           state.id, severity.id, now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as row (id uuid, project_id uuid, number int, title text, description text, monitor_id uuid,
                incident_id uuid, severity text)
      left join state on state.project_id = row.project_id
        and state.subject = 'alert' and state.name = 'triggered'
      left join severity on severity.project_id = row.project_id
        and severity.subject = 'alert' and severity.name = row.severity
    returning ${toldAlert}`
  const sights = raises.map(({ alertId, failureClass, address = null, certificate = null }) => {
    return [alertId, { failureClass, address, certificate }] as const
  })
  await beginEscalations(
    tx,
    raises.map(({ alertId }) => alertId),
    new Map(sights),
  )
  const raised = new Map(told.map((alert) => [alert.id, alert]))
  await announceAlerts(
    tx,
    raises.flatMap(({ alertId, description, failureClass }) => {
      const alert = raised.get(alertId)
      if (alert === undefined) return []
      return [{ alert, event: "alert.created", change: "1", reason: description, failureClass }]
    }),
  )
}
