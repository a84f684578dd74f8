import type { Plan } from "../../../prisma/generated/enums.ts"
import { notFound } from "../errors.ts"
import type { Transaction } from "../transaction.ts"

/**
 * Holds the project's row until the transaction ends: whoever counts and then adds stands in line here.
 * Rows that merely point at the project can still be written meanwhile (`no key`).
 *
 * @throws {DomainError} not_found where the project is gone.
 */
export async function lockProject(
  { db }: Transaction,
  projectId: string,
  noun = "project",
): Promise<{ plan: Plan }> {
  const [row] = await db.$queryRaw<{ plan: Plan }[]>`
    select plan::text as plan from project where id = ${projectId}::uuid for no key update`
  if (row === undefined) throw notFound(noun)
  return row
}
