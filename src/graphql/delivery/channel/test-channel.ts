import type { Delivery } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict } from "../../kernel/errors.ts"
import { recordChannelAudit } from "./audit-channel.ts"
import { changeChannel } from "./change-channel.ts"
import { channelKinds } from "../../../channels/channel-kinds.ts"
import { enqueueChannelNotice } from "./enqueue-channel-notice.ts"

/** Enqueue a test message, also to an unverified channel. @returns its delivery. */
export async function testChannel(ctx: Context, channelId: string): Promise<Delivery> {
  return changeChannel(ctx, channelId, async (tx, channel, at) => {
    if (!channel.enabled) {
      throw conflict("The channel is switched off, so nothing is sent to it; enable it first.")
    }
    const lack = channelKinds[channel.kind].missing(ctx.env)
    if (lack !== null) throw conflict(`This installation cannot send there yet. ${lack}`)
    await recordChannelAudit(tx, ctx, channel, "tested")
    return enqueueChannelNotice(tx, channel, "channel.test", at)
  })
}
