import type { Channel } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { findChannel } from "./find-channel.ts"
import { lockOwner } from "./channel-owner.ts"

/**
 * Run `work` on a channel that the actor may write, with the channel and its owner locked. `at` is PostgreSQL's
 * transaction time.
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
    const [locked] = await tx.db.$queryRaw<{ at: Date }[]>`
      select now() as at from channel where id = ${id}::uuid for update`
    if (locked === undefined) throw notFound("channel")
    return work(tx, await tx.db.channel.findUniqueOrThrow({ where: { id } }), locked.at)
  })
}
