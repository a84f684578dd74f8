import type { SqlTransaction } from "../../kernel/transaction.ts"
import { announceJoined } from "./announce-joined.ts"
import { cancelUnsent } from "./cancel-unsent-pages.ts"
import { lockGroups } from "./hand-over-escalation.ts"
import { roundsSoFar } from "./rules/rounds.ts"

const mergedCause = (leadId: string): string => `merged:${leadId}`

/** The alerts that page for these, or themselves. */
export async function leadsOf(tx: SqlTransaction, alertIds: string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string; leadId: string }>({
    name: "leads-of-alerts",
    text: `select alert_id as id, case state when 'joined' then coalesce(lead_id, alert_id) else alert_id end as "leadId"
             from escalation where alert_id = any($1::uuid[])`,
    values: [alertIds],
  })
  const leads = new Map(rows.map(({ id, leadId }) => [id, leadId]))
  return [...new Set(alertIds.map((id) => leads.get(id) ?? id))]
}

/** The alert that pages for this one, or itself. */
export async function leadOf(tx: SqlTransaction, alertId: string): Promise<string> {
  const [leadId = alertId] = await leadsOf(tx, [alertId])
  return leadId
}

/** The alerts of groups: their leads and those that these page for. */
export async function groupOf(tx: SqlTransaction, leadIds: string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: "group-of-leads",
    text: `select alert_id as id from escalation
            where alert_id = any($1::uuid[]) or lead_id = any($1::uuid[]) and state = 'joined' order by alert_id`,
    values: [leadIds],
  })
  return rows.map(({ id }) => id)
}

/**
 * Make one alert page for others and for those that joined them, as if they had the same cause. Unsent pages of the
 * others are cancelled. What was paged so far follows the lead from now on.
 */
export async function mergeEscalations(
  tx: SqlTransaction,
  alertIds: string[],
  leadId: string,
): Promise<void> {
  await lockGroups(tx, [...alertIds, leadId].toSorted())
  await cancelUnsent(tx, alertIds)
  await tx.query({
    name: "merge-escalations",
    text: `
      update escalation
         set lead_id = $2::uuid, state = case state when 'ended' then 'ended' else 'joined' end::escalation_state,
             ended_at = case state when 'ended' then ended_at end, silenced_at = null,
             causes = case when $3::text = any(causes) then causes else causes || $3::text end
       where alert_id = any($1::uuid[]) or lead_id = any($1::uuid[])`,
    values: [alertIds, leadId, mergedCause(leadId)],
  })
  await tx.query({
    name: "mark-merged-lead",
    text: `update escalation set causes = causes || $2::text
            where alert_id = $1::uuid and not $2::text = any(causes)`,
    values: [leadId, mergedCause(leadId)],
  })
  await announceJoined(tx, [leadId])
}

/** Make joined alerts page for themselves, from the first rule. @returns those that another one paged for. */
export async function splitEscalations(tx: SqlTransaction, alertIds: string[]): Promise<string[]> {
  const split = await tx.query<{ alertId: string; projectId: string }>({
    name: "split-escalations",
    text: `
      update escalation e
         set state = 'active', lead_id = null, ended_at = null, silenced_at = null, step = 0,
             rounds_before = ${roundsSoFar}, causes = array_remove(e.causes, 'merged:' || e.lead_id),
             waiting_since = moment.now,
             due_at = moment.now + make_interval(mins => coalesce(rule.delay_minutes, 0))
        from (select date_trunc('milliseconds', now()) as now) moment, escalation own
        left join escalation_rule rule on rule.policy_id = own.policy_id and rule."order" = 1
       where e.alert_id = any($1::uuid[]) and own.alert_id = e.alert_id and e.state = 'joined'
      returning e.alert_id as "alertId", e.project_id as "projectId"`,
    values: [alertIds],
  })
  const [first] = split
  if (first !== undefined) tx.publish("delivery.due", { projectId: first.projectId })
  return split.map(({ alertId }) => alertId)
}
