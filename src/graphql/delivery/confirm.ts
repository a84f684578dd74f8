import type { Transaction } from "../transaction.ts"

/**
 * The provider tells that a message reached its receiver, which later reports cannot take back.
 *
 * @param receipt what the provider calls the message.
 * @returns false where no delivery waits for this report.
 */
export async function confirmDelivered({ db }: Transaction, receipt: string): Promise<boolean> {
  const count = await db.$executeRaw`
    update delivery set confirmed_at = now()
     where receipt = ${receipt} and state = 'delivered' and confirmed_at is null`
  return count > 0
}
