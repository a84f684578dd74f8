import type { SqlTransaction } from "../transaction.ts"
import { roundsSoFar } from "./begin-anew.ts"
import { windowMs } from "./group.ts"

/**
 * Alerts whose rules have all had their turn were joined: at the end of the time in which more may join, whoever is
 * paged for them is paged once more, with all that came since, unless somebody has taken them on by then. Called
 * while their escalations are held.
 */
export async function pageAgain(tx: SqlTransaction, leadIds: string[]): Promise<void> {
  if (leadIds.length === 0) return
  const again = await tx.query<{ alertId: string; projectId: string }>({
    name: "page-again",
    text: `
      update escalation e
         set state = 'active', ended_at = null, turn = 0, waits_since = moment.now,
             due_at = greatest(moment.now, date_trunc('milliseconds', alert.created_at) + $2::int * interval '1 ms'),
             rounds_before = ${roundsSoFar}
        from alert, (select date_trunc('milliseconds', now()) as now) moment
       where e.alert_id = any($1::uuid[]) and e.state = 'exhausted' and alert.id = e.alert_id
      returning e.alert_id as "alertId", e.project_id as "projectId"`,
    values: [leadIds, windowMs],
  })
  for (const { alertId, projectId } of again) tx.publish("alert.changed", { projectId, alertId })
}
