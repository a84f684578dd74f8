import type { SqlTransaction } from "../../kernel/transaction.ts"
import { notifyPaged } from "./end-escalation.ts"
import { requeueCancelled } from "./requeue-cancelled-pages.ts"
import { goesOnAt, pagedOnAt, pagesEveryMinutes } from "./rules/flap-paging.ts"
import { roundsSoFar } from "./rules/rounds.ts"
import { isSilenced } from "./rules/silences.ts"

/** SQL: a page for the alert was delivered. */
const wasAnnounced = `
  exists (select from page join delivery d on d.page_id = page.id
           where page.alert_id = e.alert_id and d.event = 'alert.created' and d.state = 'delivered')`

/** SQL: the policy has a step that has not run. */
const isStepLeft = `
  e.step < (select count(*) * (policy.repeat_count + 1)
              from on_call_policy policy join escalation_rule rule on rule.policy_id = policy.id
             where policy.project_id = e.project_id
               and case when e.policy_id is null then policy.is_default else policy.id = e.policy_id end
             group by policy.id)`

/** SQL: the alert that an escalation \`own\` followed pages now, or is reopened with it. */
const isLed = `
  (lead.alert_id = any($1::uuid[])
   or lead.state in ('active', 'exhausted') and lead.silenced_at is null and lead.waiting_since <= now()
      and lead_alert.resolved_at is null and not ${isSilenced("lead_alert")})`

/**
 * Resume the escalations of reopened alerts; their flaps are counted already. While nobody was paged since the flap
 * began, paging goes on with the next rule, or again with the first, once the flap has lasted five minutes; a rule
 * that paged nobody yet does not wait longer than its delay. After that the steps go on, and an escalation without a
 * step left starts again fifteen minutes after its last page. Cancelled pages that never arrived are queued again.
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
             step = case when resumed.restarts then 0 else e.step end,
             rounds_before = case when resumed.restarts then ${roundsSoFar} else e.rounds_before end,
             -- No other alert joins one whose page would be late.
             waiting_since = case when resumed.goes_on then e.waiting_since
                                  when resumed.is_late then resumed.due_at else date_trunc('milliseconds', now()) end,
             due_at = case when resumed.goes_on then e.due_at else resumed.due_at end
        from (select own.alert_id, own.goes_on, not own.goes_on and not own.is_step_left as restarts,
                     own.is_announced or not own.is_step_left as is_late, coalesce(${isLed}, false) as is_led,
                     case when own.paged_at is not null
                          then greatest(date_trunc('milliseconds', now()), own.paged_at + interval '${pagesEveryMinutes} minutes')
                          when own.is_announced or not own.is_step_left then own.goes_on_at
                          else least(own.goes_on_at, date_trunc('milliseconds', now()) + own.delay) end as due_at
                from (select e.alert_id, e.lead_id, ${wasAnnounced} as is_announced, paged.at as paged_at,
                             e.state = 'active' and paged.at is not null as goes_on,
                             paged.at is null and coalesce(${isStepLeft}, false) as is_step_left,
                             ${goesOnAt(true)} as goes_on_at, greatest(e.due_at - e.waiting_since, interval '0') as delay
                        from escalation e join flap on flap.alert_id = e.alert_id
                       cross join lateral (select ${pagedOnAt} as at) paged
                       where e.alert_id = any($1::uuid[])) own
                left join escalation lead on lead.alert_id = own.lead_id
                left join alert lead_alert on lead_alert.id = own.lead_id) resumed
       where e.alert_id = resumed.alert_id
      returning e.alert_id as "alertId", now() as at`,
    values: [alertIds],
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
