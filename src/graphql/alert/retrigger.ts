import { resumeEscalations } from "../escalation/resume.ts"
import type { Transaction } from "../transaction.ts"

/** Opens resolved alerts again without a new page: no event, because nobody is paged twice for one flap. */
export async function retriggerAlerts(tx: Transaction, alertIds: string[]): Promise<void> {
  if (alertIds.length === 0) return
  const opened = await tx.db.$queryRaw<{ projectId: string; alertId: string }[]>`
    update alert set state_id = state.id, resolved_at = null, acknowledged_at = null,
           acknowledged_by = null, resolved_by = null, is_manual = false, updated_at = now()
      from state
     where alert.id = any(${alertIds}::uuid[]) and alert.resolved_at is not null
       and state.project_id = alert.project_id
       and state.subject = 'alert' and state.name = 'triggered'
    returning alert.project_id as "projectId", alert.id as "alertId"`
  await resumeEscalations(
    tx,
    opened.map(({ alertId }) => alertId),
  )
  for (const told of opened) tx.publish("alert.changed", told)
}
