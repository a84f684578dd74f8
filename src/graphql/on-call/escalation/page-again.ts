import type { SqlTransaction } from "../../kernel/transaction.ts"
import { roundsSoFar } from "./rules/rounds.ts"
import { windowMs } from "./rules/group-alerts.ts"

/**
 * Restart exhausted escalations that another alert just joined. The restart waits until the grouping window closes,
 * so one page covers everything that joined. The caller holds the locks on the escalations.
 */
export async function pageAgain(tx: SqlTransaction, leadIds: string[]): Promise<void> {
  if (leadIds.length === 0) return
  const again = await tx.query<{ alertId: string; projectId: string }>({
    name: "page-again",
    text: `
      update escalation e
         set state = 'active', ended_at = null, step = 0, waiting_since = moment.now,
             due_at = greatest(moment.now, date_trunc('milliseconds', alert.created_at) + $2::int * interval '1 ms'),
             rounds_before = ${roundsSoFar}
        from alert, (select date_trunc('milliseconds', now()) as now) moment
       where e.alert_id = any($1::uuid[]) and e.state = 'exhausted' and alert.id = e.alert_id
      returning e.alert_id as "alertId", e.project_id as "projectId"`,
    values: [leadIds, windowMs],
  })
  for (const { alertId, projectId } of again) tx.publish("alert.changed", { projectId, alertId })
}
