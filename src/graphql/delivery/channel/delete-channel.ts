import type { Channel } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import { requestReachCheckOfChannel } from "../../outbox/request-reach-check.ts"
import { recordChannelAudit } from "./audit-channel.ts"
import { cancelUnsent } from "./cancel-unsent.ts"
import { changeChannel } from "./change-channel.ts"

/** Delete a channel and cancel its queued deliveries. @returns its id. */
export async function deleteChannel(ctx: Context, channelId: string): Promise<string> {
  return changeChannel(ctx, channelId, async (tx, channel) => {
    await removeChannel(tx, ctx, channel)
    return channel.id
  })
}

/** The same in the transaction of the caller, who has locked the channel. */
export async function removeChannel(
  tx: Transaction,
  ctx: Pick<Context, "actor">,
  channel: Channel,
): Promise<void> {
  await cancelUnsent(tx, channel.id, { code: "channel_deleted", parameters: {} })
  await tx.query(requestReachCheckOfChannel(channel.id))
  await tx.db.channel.delete({ where: { id: channel.id } })
  await recordChannelAudit(tx, ctx, channel, "deleted")
}
