import type { Delivery } from "../../../prisma/generated/client.ts"
import type { Context } from "../context.ts"
import { conflict } from "../errors.ts"
import { changeChannel } from "./change.ts"
import { kindOf } from "./kinds.ts"
import { oweChannel } from "./owe.ts"

/** Owes a channel a test message, verified or not. Answers the delivery, which tells how it goes. */
export async function testChannel(ctx: Context, channelId: string): Promise<Delivery> {
  return changeChannel(ctx, channelId, (tx, channel, at) => {
    if (!channel.enabled) {
      throw conflict("The channel is switched off, so nothing is sent to it; enable it first.")
    }
    const lack = kindOf(channel.kind).missing(ctx.env)
    if (lack !== null) throw conflict(`This installation cannot send there yet. ${lack}`)
    return oweChannel(tx, channel, "channel.test", at)
  })
}
