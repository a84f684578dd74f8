import type { Channel } from "../../../prisma/generated/client.ts"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import type { Transaction } from "../transaction.ts"
import { transact } from "../transaction.ts"
import { findChannel } from "./find.ts"
import { lockOwner } from "./owner.ts"

/**
 * Runs `work` on a channel that the actor may write, alone: the row is held, and its owner's. `at` is PostgreSQL's
 * time of the transaction.
 */
export async function changeChannel<T>(
  ctx: Context,
  channelId: string,
  work: (tx: Transaction, channel: Channel, at: Date) => Promise<T>,
): Promise<T> {
  const found = await findChannel(ctx, channelId, "on_call:write")
  const { id } = found
  return transact(ctx, async (tx) => {
    await lockOwner(tx, found)
    const [held] = await tx.db.$queryRaw<{ at: Date }[]>`
      select now() as at from channel where id = ${id}::uuid for update`
    if (held === undefined) throw notFound("channel")
    return work(tx, await tx.db.channel.findUniqueOrThrow({ where: { id } }), held.at)
  })
}
