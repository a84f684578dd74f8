import type { Transaction } from "../transaction.ts"
import { beginAnew } from "./begin-anew.ts"

/** A monitor falls silent until a moment: what pages for it now rests, and begins anew if it is still wrong then. */
export async function silenceEscalations(
  tx: Transaction,
  monitorId: string,
  until: Date,
): Promise<void> {
  const alerts = await tx.db.alert.findMany({
    where: { monitorId, escalation: { state: "active" } },
    orderBy: { id: "asc" },
    select: { id: true },
  })
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
