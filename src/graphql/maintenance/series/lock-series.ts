import { conflict } from "../../kernel/errors.ts"
import type { Transaction } from "../../kernel/transaction.ts"

/**
 * Locks a series until the commit, so that its windows are not created meanwhile. Returns PostgreSQL's time.
 *
 * @throws {DomainError} conflict if it was cancelled.
 */
export async function lockSeries({ db }: Transaction, id: string): Promise<Date> {
  const [row] = await db.$queryRaw<{ now: Date; isCancelled: boolean }[]>`
    select now(), cancelled_at is not null as "isCancelled"
      from maintenance_series where id = ${id}::uuid for no key update`
  if (row === undefined || row.isCancelled) {
    throw conflict("The series was cancelled; schedule a new one instead.")
  }
  return row.now
}
