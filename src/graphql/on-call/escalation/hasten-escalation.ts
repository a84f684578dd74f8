import type { SqlTransaction } from "../../kernel/transaction.ts"

/** Make the next step due now. @returns false if none is waiting, or a silence pauses paging. */
export async function hastenEscalation(tx: SqlTransaction, alertId: string): Promise<boolean> {
  const due = await tx.query({
    name: "hasten-escalation",
    text: `
      update escalation set due_at = date_trunc('milliseconds', now())
       where alert_id = $1::uuid and state = 'active' and waiting_since <= now()
      returning alert_id`,
    values: [alertId],
  })
  return due.length > 0
}
