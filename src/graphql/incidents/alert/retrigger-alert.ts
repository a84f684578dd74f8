import { resumeEscalations } from "../../on-call/escalation/resume-escalation.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import { followAlerts } from "../incident/follow-alerts.ts"
import { machine } from "../incident/timeline.ts"

/**
 * Reopens resolved alerts without an event, because nobody is paged twice for one flap.
 *
 * @param quiet flapping alerts: channels whose messages cannot be edited report a flap once.
 */
export async function retriggerAlerts(
  tx: SqlTransaction,
  alertIds: string[],
  quiet: ReadonlySet<string>,
): Promise<void> {
  if (alertIds.length === 0) return
  const opened = await tx.query<{ projectId: string; alertId: string; incidentId: string | null }>({
    name: "retrigger-alerts",
    text: `
      update alert set state_id = state.id, resolved_at = null, acknowledged_at = null,
             acknowledged_by = null, resolved_by = null, is_manual = false, updated_at = now()
        from state
       where alert.id = any($1::uuid[]) and alert.resolved_at is not null
         and state.project_id = alert.project_id
         and state.subject = 'alert' and state.name = 'triggered'
      returning alert.project_id as "projectId", alert.id as "alertId", alert.incident_id as "incidentId"`,
    values: [alertIds],
  })
  await resumeEscalations(
    tx,
    opened.map(({ alertId }) => alertId),
    quiet,
  )
  const incidentIds = opened.map(({ incidentId }) => incidentId)
  await followAlerts(tx, machine, incidentIds)
  for (const { projectId, alertId } of opened) tx.publish("alert.changed", { projectId, alertId })
}
