import type { Transaction } from "../../kernel/transaction.ts"

/** SQL: an escalation has a step to run or pages to send. */
export const isUnderWay = `
  (e.state in ('active', 'joined') or e.state = 'exhausted' and exists (
    select from page join delivery d on d.page_id = page.id
     where page.alert_id = e.alert_id and d.event = 'alert.created' and d.state = 'pending'))`

/** SQL: the alerts of a monitor whose escalations are under way, which a silence pauses. */
export const alertsUnderWay = (monitorId: string) => `
  array(select a.id from alert a join escalation e on e.alert_id = a.id
         where a.monitor_id = ${monitorId} and ${isUnderWay} order by a.id)`

/** Make paused escalations due after a silence ended early; a step that finds another silence pauses again. */
export async function wakeEscalations(tx: Transaction, monitorIds: string[]): Promise<void> {
  // Waits for a step that is applying the silence right now, so that its pause is undone below.
  await tx.query({
    name: "lock-escalations-of-monitors",
    text: `select from escalation e join alert on alert.id = e.alert_id
            where alert.monitor_id = any($1::uuid[]) and e.state = 'active'
            order by e.alert_id for no key update of e`,
    values: [monitorIds],
  })
  const woken = await tx.db.$queryRaw<{ projectId: string }[]>`
    update escalation e set due_at = date_trunc('milliseconds', now()), waiting_since = date_trunc('milliseconds', now())
      from alert
     where alert.monitor_id = any(${monitorIds}::uuid[]) and e.alert_id = alert.id
       and e.state = 'active' and e.waiting_since > now()
    returning e.project_id as "projectId"`
  for (const { projectId } of woken) tx.publish("delivery.due", { projectId })
}
