import { isViolation } from "../../kernel/violation.ts"
import { invalid, type DomainError } from "../../kernel/errors.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import type { RuleInput } from "../on-call-fields.ts"

/**
 * Unset the project's default policy before another takes its place. The caller holds `lockProject`, so there is
 * never more than one.
 */
export async function clearDefault({ db }: Transaction, projectId: string): Promise<void> {
  await db.onCallPolicy.updateMany({
    where: { projectId, isDefault: true },
    data: { isDefault: false },
  })
}

export const rotationsOf = (rules: RuleInput[]): string[] =>
  rules.flatMap(({ targets }) =>
    targets.flatMap((one) => (one.kind === "rotation" ? [one.rotationId] : [])),
  )

export const takenName = (noun: string): DomainError =>
  invalid("#/name", `is taken by another ${noun} of this project`)

/** Map a violation of the unique key to an error about the name. */
export async function orTakenName<T>(change: Promise<T>, noun: string): Promise<T> {
  try {
    return await change
  } catch (error) {
    const isTaken = isViolation(error, "unique key")
    throw isTaken ? takenName(noun) : error
  }
}
