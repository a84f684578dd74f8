import { Prisma } from "../../postgres.ts"
import type { Transaction } from "../transaction.ts"
import { tellPaged } from "./end.ts"
import { isOfProject } from "./pass-on.ts"

/**
 * Goes on with the paging for alerts that are open again soon after their end: with the turn that was next, after
 * its whole wait. Who was told before is not paged again; who should have been and was not, is now.
 */
export async function resumeEscalations(tx: Transaction, alertIds: string[]): Promise<void> {
  if (alertIds.length === 0) return
  const resumed = await tx.db.$queryRaw<{ alertId: string; at: Date }[]>`
    update escalation e
       set state = (case when held.is_led then 'joined' else 'active' end)::escalation_state,
           lead_id = case when held.is_led then e.lead_id end,
           ended_at = null, waits_since = date_trunc('milliseconds', now()),
           due_at = date_trunc('milliseconds', now()) + greatest(e.due_at - e.waits_since, interval '0')
      from (select own.alert_id, coalesce(lead.state in ('active', 'exhausted') and lead.waits_since <= now()
                                          or lead.alert_id = any(${alertIds}::uuid[]), false) as is_led
              from escalation own left join escalation lead on lead.alert_id = own.lead_id
             where own.alert_id = any(${alertIds}::uuid[])) held
     where e.alert_id = held.alert_id
    returning e.alert_id as "alertId", now() as at`
  const owed = await tx.db.$queryRaw<{ projectId: string }[]>`
    update delivery d
       set state = 'pending', settled_at = null, tries = 0,
           due_at = date_trunc('milliseconds', now()) + greatest(d.due_at - d.created_at, interval '0')
      from page
     where page.alert_id = any(${alertIds}::uuid[]) and d.page_id = page.id
       and d.event = 'alert.created' and d.state = 'cancelled' and ${Prisma.raw(isOfProject)}
       and not exists (select from delivery told
                        where told.page_id = page.id and told.event = 'alert.created' and told.state = 'delivered')
    returning d.project_id as "projectId"`
  for (const { projectId } of owed) tx.publish("delivery.due", { projectId })
  await tellPaged(
    tx,
    resumed.map(({ alertId, at }) => ({
      alertId,
      event: "alert.reopened",
      change: at.toISOString(),
    })),
  )
}
