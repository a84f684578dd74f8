import type { Plan } from "../../../../prisma/generated/enums.ts"
import { notFound } from "../../kernel/errors.ts"
import type { Transaction } from "../../kernel/transaction.ts"

/**
 * Locks the project's row until the transaction ends, to serialize counting and adding. Rows that only reference the
 * project can still be written (`no key`).
 *
 * @throws {DomainError} not_found if the project was deleted.
 */
export async function lockProject(
  { db }: Transaction,
  projectId: string,
  noun = "project",
): Promise<{ plan: Plan }> {
  const [row] = await db.$queryRaw<{ plan: Plan }[]>`
    select plan::text as plan from project where id = ${projectId}::uuid and deleted_at is null
       for no key update`
  if (row === undefined) throw notFound(noun)
  return row
}
