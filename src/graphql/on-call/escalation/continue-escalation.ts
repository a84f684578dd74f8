import type { Transaction } from "../../kernel/transaction.ts"
import { notifyPaged } from "./end-escalation.ts"
import { lockGroups } from "./hand-over-escalation.ts"
import { requeueCancelled } from "./requeue-cancelled-pages.ts"
import { isSilenced } from "./rules/silences.ts"

/**
 * Continue the escalations of alerts whose acknowledgement was withdrawn where it stopped them: the wait for the next
 * step goes on with what was left of it, and steps that ran do not run again. Pages that the acknowledgement cancelled
 * are queued again. Messages that can be edited show the alert as open again; nobody else is notified.
 *
 * Alerts that another open alert pages for join it again. Paging of a paused monitor stays stopped until it resumes.
 */
export async function continueEscalations(tx: Transaction, alertIds: string[]): Promise<void> {
  if (alertIds.length === 0) return
  await lockGroups(tx, alertIds)
  const continued = await tx.query<{ alertId: string; at: Date }>({
    name: "continue-escalations",
    text: `
    update escalation e
       set state = (case when next.is_led then 'joined' when next.is_paused then 'exhausted' else 'active' end)::escalation_state,
           lead_id = case when next.is_led then e.lead_id end,
           ended_at = case when next.is_paused then e.ended_at end,
           silenced_at = case when next.is_paused then now() end,
           waiting_since = e.waiting_since + next.shift,
           due_at = greatest(e.due_at + next.shift, date_trunc('milliseconds', now()))
      from (select own.alert_id, monitor.paused_at is not null as is_paused,
                   coalesce((lead.state in ('active', 'exhausted') and lead.silenced_at is null and lead_alert.resolved_at is null
                             and not ${isSilenced("lead_alert")}) or lead.alert_id = any($1::uuid[]), false) as is_led,
                   -- A wait that begins later, after a mute, did not stand still meanwhile.
                   case when own.waiting_since > own.ended_at then interval '0'
                        else date_trunc('milliseconds', now()) - own.ended_at end as shift
              from escalation own
              join alert on alert.id = own.alert_id
              left join monitor on monitor.id = alert.monitor_id
              left join escalation lead on lead.alert_id = own.lead_id
              left join alert lead_alert on lead_alert.id = own.lead_id
             where own.alert_id = any($1::uuid[]) and own.state = 'ended') next
     where e.alert_id = next.alert_id
    returning e.alert_id as "alertId", now() as at`,
    values: [alertIds],
  })
  const openIds = continued.map(({ alertId }) => alertId)
  await requeueCancelled(tx, openIds)
  await notifyPaged(
    tx,
    continued.map(({ alertId, at }) => ({
      alertId,
      event: "alert.unacknowledged",
      change: at.toISOString(),
    })),
  )
}
