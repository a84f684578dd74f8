import type { OnCallPolicy } from "../../../prisma/generated/client.ts"
import { Prisma } from "../../postgres.ts"
import type { DomainError } from "../errors.ts"
import { invalid } from "../errors.ts"
import type { Transaction } from "../transaction.ts"
import type { RuleInput } from "./fields.ts"

/** The caller holds `lockProject`, so that no two policies become the default at once. */
export async function makeDefault({ db }: Transaction, { id, projectId }: OnCallPolicy) {
  await db.onCallPolicy.updateMany({
    where: { projectId, isDefault: true, id: { not: id } },
    data: { isDefault: false },
  })
  return db.onCallPolicy.update({ where: { id }, data: { isDefault: true } })
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
