import { conflict } from "../errors.ts"
import type { Transaction } from "../transaction.ts"

/**
 * Holds a series until the commit, so that whoever makes its windows waits; answers PostgreSQL's time.
 *
 * @throws {DomainError} conflict where it was cancelled.
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
