import type { Channel } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict } from "../../kernel/errors.ts"
import { recordChannelAudit } from "./audit-channel.ts"
import { changeChannel } from "./change-channel.ts"
import { issueCode } from "./verification-code.ts"
import { channelKinds } from "../../../channels/channel-kinds.ts"

/** @throws {DomainError} rate_limited within a minute of the last code; conflict if already verified. */
export async function resendCode(ctx: Context, channelId: string): Promise<Channel> {
  return changeChannel(ctx, channelId, async (tx, channel, at) => {
    if (channel.verifiedAt !== null) throw conflict("The channel is verified already.")
    const lack = channelKinds[channel.kind].missing(ctx.env)
    if (lack !== null) throw conflict(`This installation cannot send there yet. ${lack}`)
    await recordChannelAudit(tx, ctx, channel, "code_sent")
    return issueCode(tx, ctx.vault, channel, at)
  })
}
