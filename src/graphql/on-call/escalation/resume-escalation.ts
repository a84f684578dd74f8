import type { SqlTransaction } from "../../kernel/transaction.ts"
import { roundsSoFar } from "./rules/rounds.ts"
import { notifyPaged } from "./end-escalation.ts"
import { requeueCancelled } from "./requeue-cancelled-pages.ts"

/** During a flap, an outage restarts paging after this long, and at most this often. */
const restartAfterMinutes = 5
const restartIntervalMinutes = 15

/** SQL: a page for the alert was delivered. */
const wasAnnounced = `
  exists (select from page join delivery d on d.page_id = page.id
           where page.alert_id = e.alert_id and d.event = 'alert.created' and d.state = 'delivered')`

/**
 * Resume the escalations of reopened alerts. If somebody was paged before, paging restarts with the first rule once
 * the alert has stayed open long enough; otherwise it continues with the next step after its full delay. Cancelled
 * pages that never arrived are queued again.
 *
 * @param quiet flapping alerts: channels without editable messages announce the reopening once per recipient.
 */
export async function resumeEscalations(
  tx: SqlTransaction,
  alertIds: string[],
  quiet: ReadonlySet<string>,
): Promise<void> {
  if (alertIds.length === 0) return
  const resumed = await tx.query<{ alertId: string; at: Date }>({
    name: "resume-escalations",
    text: `
      update escalation e
         set state = (case when resumed.is_led then 'joined' else 'active' end)::escalation_state,
             lead_id = case when resumed.is_led then e.lead_id end,
             ended_at = null, silenced_at = null,
             step = case when resumed.restarts_at is null then e.step else 0 end,
             rounds_before = case when resumed.restarts_at is null then e.rounds_before else ${roundsSoFar} end,
             -- No other alert joins it before then, because its page would be late.
             waiting_since = coalesce(resumed.restarts_at, date_trunc('milliseconds', now())),
             due_at = coalesce(resumed.restarts_at,
                               date_trunc('milliseconds', now()) + greatest(e.due_at - e.waiting_since, interval '0'))
        from (select own.alert_id, own.restarts_at, coalesce(lead.state in ('active', 'exhausted') and lead.waiting_since <= now()
                                            or lead.alert_id = any($1::uuid[]), false) as is_led
                from (select e.alert_id, e.lead_id, case when ${wasAnnounced} then
                               greatest(date_trunc('milliseconds', now()) + make_interval(mins => $2::int),
                                        e.restarted_at + make_interval(mins => $3::int)) end as restarts_at
                        from escalation e where e.alert_id = any($1::uuid[])) own
                left join escalation lead on lead.alert_id = own.lead_id) resumed
       where e.alert_id = resumed.alert_id
      returning e.alert_id as "alertId", now() as at`,
    values: [alertIds, restartAfterMinutes, restartIntervalMinutes],
  })
  await requeueCancelled(tx, alertIds)
  await notifyPaged(
    tx,
    resumed.map(({ alertId, at }) => ({
      alertId,
      event: "alert.reopened",
      change: at.toISOString(),
      isQuiet: quiet.has(alertId),
    })),
  )
}
