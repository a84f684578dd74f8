import type { Slo } from "../../../prisma/generated/client.ts"
import type { Context } from "../kernel/context.ts"
import { notFound } from "../kernel/errors.ts"
import { transact, type Transaction } from "../kernel/transaction.ts"
import { findSlo } from "./find-slo.ts"

type Change = (tx: Transaction, before: Slo, now: Date) => Promise<Slo>

/** Runs a change under the lock of the SLO, with its current row, and tells subscriptions. */
export async function changeSlo(ctx: Context, sloId: string, change: Change): Promise<Slo> {
  const { id } = await findSlo(ctx, sloId, "monitors:write")
  return transact(ctx, async (tx) => {
    await tx.db.$queryRaw`select from slo where id = ${id}::uuid for update`
    const before = await tx.db.slo.findUnique({ where: { id } })
    if (before === null) throw notFound("SLO")
    const slo = await change(tx, before, ctx.clock.now())
    tx.publish("slo.changed", { projectId: before.projectId, sloId: id })
    return slo
  })
}
