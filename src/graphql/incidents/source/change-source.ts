import type { Source } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { findSource } from "./find-source.ts"

/** Runs a change with the source locked, as it is now; events of the source wait meanwhile. */
export async function changeSource<T>(
  ctx: Context,
  sourceId: string,
  change: (tx: Transaction, before: Source) => Promise<T>,
): Promise<T> {
  const { id } = await findSource(ctx, sourceId, "alerts:write")
  return transact(ctx, async (tx) => {
    await tx.db.$queryRaw`select from source where id = ${id}::uuid for update`
    const before = await tx.db.source.findUnique({ where: { id } })
    if (before === null) throw notFound("source")
    return change(tx, before)
  })
}
