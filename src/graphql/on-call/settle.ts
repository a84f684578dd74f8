import { Prisma } from "../../postgres.ts"
import type { DomainError } from "../errors.ts"
import { invalid } from "../errors.ts"
import type { Transaction } from "../transaction.ts"
import type { RuleInput } from "./fields.ts"

/**
 * Leaves the project without a default policy, for another to become it. The caller holds `lockProject`, so
 * that no two do.
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

/** The unique key decides whose a name is. */
export async function orTakenName<T>(change: Promise<T>, noun: string): Promise<T> {
  try {
    return await change
  } catch (error) {
    const isTaken = error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002"
    throw isTaken ? takenName(noun) : error
  }
}
