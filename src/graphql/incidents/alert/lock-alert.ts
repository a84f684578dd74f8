import type { SqlTransaction } from "../../kernel/transaction.ts"

/** Locks alerts in a fixed order, before their escalations, to prevent deadlocks. */
export async function lockAlerts(tx: SqlTransaction, alertIds: string[]): Promise<void> {
  await tx.query({
    name: "hold-alerts",
    text: "select from alert where id = any($1::uuid[]) order by id for no key update",
    values: [alertIds],
  })
}
