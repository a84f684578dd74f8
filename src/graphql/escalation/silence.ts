import type { Transaction } from "../transaction.ts"

/** An expression of SQL: an escalation has a turn to come, or pages that are not sent yet. */
export const isUnderWay = `
  (e.state in ('active', 'joined') or e.state = 'exhausted' and exists (
    select from page join delivery d on d.page_id = page.id
     where page.alert_id = e.alert_id and d.event = 'alert.created' and d.state = 'pending'))`

/** An expression of SQL: the alerts of a monitor that are being paged for, which a silence lays to rest. */
export const alertsUnderWay = (monitorId: string) => `
  array(select a.id from alert a join escalation e on e.alert_id = a.id
         where a.monitor_id = ${monitorId} and ${isUnderWay} order by a.id)`

/** A silence ended before its time: what rested begins now, or rests on for another that its turn finds. */
export async function wakeEscalations(tx: Transaction, monitorIds: string[]): Promise<void> {
  // A turn that finds the silence at this moment is waited for, so that what it lays to rest is woken.
  await tx.query({
    name: "hold-escalations-of-monitors",
    text: `select from escalation e join alert on alert.id = e.alert_id
            where alert.monitor_id = any($1::uuid[]) and e.state = 'active'
            order by e.alert_id for no key update of e`,
    values: [monitorIds],
  })
  const woken = await tx.db.$queryRaw<{ projectId: string }[]>`
    update escalation e set due_at = date_trunc('milliseconds', now()), waits_since = date_trunc('milliseconds', now())
      from alert
     where alert.monitor_id = any(${monitorIds}::uuid[]) and e.alert_id = alert.id
       and e.state = 'active' and e.waits_since > now()
    returning e.project_id as "projectId"`
  for (const { projectId } of woken) tx.publish("delivery.due", { projectId })
}
