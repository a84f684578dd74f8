import type { Channel } from "../../../prisma/generated/client.ts"
import type { Context } from "../context.ts"
import { conflict } from "../errors.ts"
import { changeChannel } from "./change.ts"
import { issueCode } from "./code.ts"
import { kindOf } from "./kinds.ts"

/** @throws {DomainError} rate_limited within a minute of the last; conflict where it is verified already. */
export async function resendCode(ctx: Context, channelId: string): Promise<Channel> {
  return changeChannel(ctx, channelId, (tx, channel, at) => {
    if (channel.verifiedAt !== null) throw conflict("The channel is verified already.")
    const lack = kindOf(channel.kind).missing(ctx.env)
    if (lack !== null) throw conflict(`This installation cannot send there yet. ${lack}`)
    return issueCode(tx, ctx.vault, channel, at)
  })
}
