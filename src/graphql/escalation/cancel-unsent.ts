import type { Transaction } from "../transaction.ts"

/**
 * Nobody needs these pages any more. Of what is being sent at this moment the token stays, so that its worker can
 * still say that it arrived; if it did not, it is not tried again.
 */
export async function cancelUnsent({ db }: Transaction, alertIds: string[]): Promise<void> {
  await db.$executeRaw`
    update delivery d set state = 'cancelled', settled_at = now()
      from page
     where page.alert_id = any(${alertIds}::uuid[]) and d.page_id = page.id
       and d.event = 'alert.created' and d.state = 'pending'`
}
