import { invalid } from "../../kernel/errors.ts"
import type { Transaction } from "../../kernel/transaction.ts"

/** @throws {DomainError} validation_failed for a policy that the project does not have. */
export async function requirePolicy(
  { db }: Transaction,
  projectId: string,
  policyId: string | null,
): Promise<void> {
  if (policyId === null) return
  const found = await db.onCallPolicy.count({ where: { id: policyId, projectId } })
  if (found === 0) throw invalid("#/policyId", "must be an on-call policy of the project")
}
