import type { SqlTransaction, Transaction } from "../transaction.ts"
import { beginAnew } from "./begin-anew.ts"

const underWay = {
  name: "escalations-under-way",
  text: `
    select a.id from alert a join escalation e on e.alert_id = a.id
     where a.monitor_id = $1::uuid and e.state in ('active', 'joined') order by a.id`,
}

/** A monitor falls silent until a moment: what pages for it now rests, and begins anew if it is still wrong then. */
export async function silenceEscalations(
  tx: SqlTransaction,
  monitorId: string,
  until: Date,
): Promise<void> {
  const alerts = await tx.query<{ id: string }>({ ...underWay, values: [monitorId] })
  await beginAnew(
    tx,
    alerts.map(({ id }) => id),
    until,
  )
}

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
