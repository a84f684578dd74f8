import type { SqlTransaction } from "../../kernel/transaction.ts"
import { notifyPaged } from "./end-escalation.ts"
import { windowMs } from "./rules/group-alerts.ts"

/** Chat providers accept an edit of a message every two seconds indefinitely. */
const intervalMs = 2000
/** Lets an alert that joins at the end of an interval commit. */
const graceMs = 1000

/**
 * Update editable messages with the alerts that joined, once per interval rather than once per alert. Everybody else
 * who was paged gets one more message that names them when the group closes, unless the first rule pages again then
 * anyway. The caller holds the locks on the leading escalations.
 */
export async function announceJoined(tx: SqlTransaction, leadIds: string[]): Promise<void> {
  if (leadIds.length === 0) return
  const [{ nowMs, beganMs } = { nowMs: 0, beganMs: 0 }] = await tx.query<Times>(times)
  const interval = Math.floor(nowMs / intervalMs)
  // Delays count from the start of the transaction, which may have waited for the locks.
  const delaySeconds = ((interval + 1) * intervalMs + graceMs - beganMs) / 1000
  const change = { event: "alert.joined", change: String(interval), delaySeconds } as const
  await notifyPaged(
    tx,
    leadIds.map((alertId) => ({ alertId, ...change })),
  )
  const closing = await tx.query<{ alertId: string; delaySeconds: number }>({
    name: "closing-groups",
    text: `
      select e.alert_id as "alertId", greatest(0, extract(epoch from
               alert.created_at + $2::int * interval '1 ms' - now()))::float8 as "delaySeconds"
        from escalation e join alert on alert.id = e.alert_id
       where e.alert_id = any($1::uuid[]) and e.state = 'active' and e.step > 0`,
    values: [leadIds, windowMs],
  })
  await notifyPaged(
    tx,
    closing.map((lead) => ({
      ...lead,
      event: "alert.joined",
      change: "closed",
      isForOthers: true,
    })),
  )
}

type Times = { nowMs: number; beganMs: number }

const times = {
  name: "transaction-times",
  text: `select (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
                (extract(epoch from now()) * 1000)::float8 as "beganMs"`,
  values: [],
}
