import type { Channel } from "../../../../prisma/generated/client.ts"
import type { Services } from "../../../platform/services.ts"
import { contextFor } from "../../kernel/context.ts"
import { changeChannel } from "./change-channel.ts"
import { prove } from "./verify-channel.ts"
import { openVerifyLink } from "./verify-link.ts"

/** Verify a channel by the link sent to it; null if the link is invalid or expired. */
export async function verifyByLink(services: Services, token: string): Promise<Channel | null> {
  const opened = await openVerifyLink(services, token)
  if (opened === null) return null
  // The reader need not be signed in.
  const ctx = contextFor(services, { kind: "system", name: "a link that was sent to it" })
  return changeChannel(ctx, opened.id, async (tx, channel, at) => {
    // A newer code or address may have invalidated the link; a second click has no effect.
    const isOpen = channel.codeExpiresAt?.getTime() === opened.codeExpiresAt?.getTime()
    if (channel.verifiedAt !== null) return channel
    return isOpen ? prove(tx, ctx, channel, at) : null
  })
}
