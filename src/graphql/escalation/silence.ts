import type { Transaction } from "../transaction.ts"

/** An expression of SQL: the alerts of a monitor that are being paged for, which a silence lays to rest. */
export const alertsUnderWay = (monitorId: string) => `
  array(select a.id from alert a join escalation e on e.alert_id = a.id
         where a.monitor_id = ${monitorId} and e.state in ('active', 'joined') order by a.id)`

/** The silence ended before its time: what rested for it begins now. */
export async function wakeEscalations(
  tx: Transaction,
  monitorId: string,
  until: Date,
): Promise<void> {
  const woken = await tx.db.$queryRaw<{ projectId: string }[]>`
    update escalation e set due_at = date_trunc('milliseconds', now()), waits_since = date_trunc('milliseconds', now())
      from alert
     where alert.monitor_id = ${monitorId}::uuid and e.alert_id = alert.id
       and e.state = 'active' and e.turn = 0 and e.due_at = ${until}
    returning e.project_id as "projectId"`
  for (const { projectId } of woken) tx.publish("delivery.due", { projectId })
}
