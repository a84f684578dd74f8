import type { SqlTransaction } from "../../kernel/transaction.ts"

/**
 * Cancel the unsent pages of these alerts and of the alerts they lead. A delivery in progress keeps its lease, so
 * its worker can still record success; if it fails, it is not retried.
 */
export async function cancelUnsent(tx: SqlTransaction, alertIds: string[]): Promise<void> {
  await tx.query({
    name: "cancel-unsent-pages",
    text: `
      update delivery d set state = 'cancelled', settled_at = now()
        from page join escalation e on e.alert_id = page.alert_id
       where (e.alert_id = any($1::uuid[]) or e.lead_id = any($1::uuid[])) and d.page_id = page.id
         and d.event = 'alert.created' and d.state = 'pending'`,
    values: [alertIds],
  })
}
