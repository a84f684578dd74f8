import type { SqlTransaction } from "../transaction.ts"

/**
 * Nobody needs the pages for these alerts, and for those that they followed, any more. What is being sent at this
 * moment keeps its lease, so that its worker can still say that it arrived; if it did not, it is not tried again.
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
