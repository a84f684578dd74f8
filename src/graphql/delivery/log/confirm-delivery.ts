import type { Transaction } from "../../kernel/transaction.ts"
import { announceAlertsOfPages } from "./announce-alerts-of-pages.ts"

/**
 * Record the provider's report that a message was received; later reports cannot revoke it.
 *
 * @param receipt the provider's message id.
 * @returns false if no delivery awaits this report.
 */
export async function confirmDelivered(tx: Transaction, receipt: string): Promise<boolean> {
  const confirmed = await tx.db.$queryRaw<{ pageId: string | null }[]>`
    update delivery set confirmed_at = now()
     where receipt = ${receipt} and state = 'delivered' and confirmed_at is null
    returning page_id as "pageId"`
  await announceAlertsOfPages(
    tx,
    confirmed.map(({ pageId }) => pageId),
  )
  return confirmed.length > 0
}
