import type { Context } from "../context.ts"
import { recordChannelAudit } from "./audit.ts"
import { cancelUnsent } from "./cancel-unsent.ts"
import { changeChannel } from "./change.ts"

/** Takes a channel away for good; what it was still owed goes to nobody. Answers its id. */
export async function deleteChannel(ctx: Context, channelId: string): Promise<string> {
  return changeChannel(ctx, channelId, async (tx, channel) => {
    await cancelUnsent(tx, channel.id, "The channel was deleted.")
    await tx.db.channel.delete({ where: { id: channel.id } })
    await recordChannelAudit(tx, ctx, channel, "deleted")
    return channel.id
  })
}
