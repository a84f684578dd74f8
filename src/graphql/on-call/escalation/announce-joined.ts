import type { SqlTransaction } from "../../kernel/transaction.ts"
import { notifyPaged } from "./end-escalation.ts"

/** Chat providers accept an edit of a message every two seconds indefinitely. */
const intervalMs = 2000
/** Lets an alert that joins at the end of an interval commit. */
const graceMs = 1000

/**
 * Update editable messages with the alerts that joined, once per interval rather than once per alert. Other channels
 * list them with the next step. The caller holds the locks on the leading escalations.
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
}

type Times = { nowMs: number; beganMs: number }

const times = {
  name: "transaction-times",
  text: `select (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
                (extract(epoch from now()) * 1000)::float8 as "beganMs"`,
  values: [],
}
