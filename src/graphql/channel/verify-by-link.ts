import type { Channel } from "../../../prisma/generated/client.ts"
import type { Services } from "../../services.ts"
import { contextFor } from "../context.ts"
import { changeChannel } from "./change.ts"
import { prove } from "./verify.ts"
import { openVerifyLink } from "./verify-link.ts"

/** Proves a channel by the link that was sent to it; null where the link opens nothing (any more). */
export async function verifyByLink(services: Services, token: string): Promise<Channel | null> {
  const opened = await openVerifyLink(services, token)
  if (opened === null) return null
  // Whoever reads what is sent there need not be known here.
  const ctx = contextFor(services, { kind: "system", name: "a link that was sent to it" })
  return changeChannel(ctx, opened.id, async (tx, channel, at) => {
    // A newer code or another address closed it meanwhile; the same press twice is one.
    const isOpen = channel.codeExpiresAt?.getTime() === opened.codeExpiresAt?.getTime()
    if (channel.verifiedAt !== null) return channel
    return isOpen ? prove(tx, ctx, channel, at) : null
  })
}
