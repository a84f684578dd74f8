import type { Transaction } from "../transaction.ts"

/**
 * Lets the paging for new alerts begin, in the transaction that raises them: by the policy that their monitor
 * names, or the project's default.
 */
export async function beginEscalations({ db }: Transaction, alertIds: string[]): Promise<void> {
  if (alertIds.length === 0) return
  await db.$executeRaw`
    insert into escalation (alert_id, project_id, policy_id, waits_since, due_at)
    select alert.id, alert.project_id, policy.id, moment.now,
           moment.now + make_interval(mins => coalesce(rule.delay_minutes, 0))
      from alert
      cross join (select date_trunc('milliseconds', now()) as now) moment
      left join monitor on monitor.id = alert.monitor_id
      left join on_call_policy policy
        on policy.project_id = alert.project_id
       and case when monitor.policy_id is null then policy.is_default else policy.id = monitor.policy_id end
      left join escalation_rule rule on rule.policy_id = policy.id and rule."order" = 1
     where alert.id = any(${alertIds}::uuid[])`
}
