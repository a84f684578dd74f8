import type { SqlTransaction } from "../transaction.ts"

/**
 * Nobody needs these pages any more. Of what is being sent at this moment the token stays, so that its worker can
 * still say that it arrived; if it did not, it is not tried again.
 */
export async function cancelUnsent(tx: SqlTransaction, alertIds: string[]): Promise<void> {
  await tx.query({
    name: "cancel-unsent-pages",
    text: `
      update delivery d set state = 'cancelled', settled_at = now()
        from page
       where page.alert_id = any($1::uuid[]) and d.page_id = page.id
         and d.event = 'alert.created' and d.state = 'pending'`,
    values: [alertIds],
  })
}
