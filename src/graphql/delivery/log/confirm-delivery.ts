import type { Transaction } from "../../kernel/transaction.ts"

/**
 * Record the provider's report that a message was received; later reports cannot revoke it.
 *
 * @param receipt the provider's message id.
 * @returns false if no delivery awaits this report.
 */
export async function confirmDelivered({ db }: Transaction, receipt: string): Promise<boolean> {
  const count = await db.$executeRaw`
    update delivery set confirmed_at = now()
     where receipt = ${receipt} and state = 'delivered' and confirmed_at is null`
  return count > 0
}
