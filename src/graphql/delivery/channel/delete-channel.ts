import type { Context } from "../../kernel/context.ts"
import { requestReachCheckOfChannel } from "../../outbox/request-reach-check.ts"
import { recordChannelAudit } from "./audit-channel.ts"
import { cancelUnsent } from "./cancel-unsent.ts"
import { changeChannel } from "./change-channel.ts"

/** Delete a channel and cancel its queued deliveries. @returns its id. */
export async function deleteChannel(ctx: Context, channelId: string): Promise<string> {
  return changeChannel(ctx, channelId, async (tx, channel) => {
    await cancelUnsent(tx, channel.id, "The channel was deleted.")
    await tx.query(requestReachCheckOfChannel(channel.id))
    await tx.db.channel.delete({ where: { id: channel.id } })
    await recordChannelAudit(tx, ctx, channel, "deleted")
    return channel.id
  })
}
