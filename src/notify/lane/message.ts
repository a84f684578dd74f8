import { verifyUrl } from "../../graphql/channel/verify-link.ts"
import { notice } from "../../graphql/delivery/notice.ts"
import { openMail } from "../../graphql/delivery/sealed-mail.ts"
import type { Services } from "../../services.ts"
import type { Message, PageMessage } from "../channels/channel.ts"
import type { Held } from "./claim.ts"
import type { Way } from "./read-way.ts"

/** Null where there is nothing more to say. */
type Said = PageMessage | null

/**
 * What deliveries of pages say, as their alerts stand, in the order of what is asked. A promise where somebody is
 * changing the alert right now.
 */
export type ReadPages = (
  services: Services,
  deliveryIds: string[],
) => Promise<(Said | Promise<Said>)[]>

/** What a delivery says beside the words of a page; null where there is nothing left to say, as of an old code. */
export function messageOf(
  { vault, clock, env }: Pick<Services, "vault" | "clock" | "env">,
  { event, payload, channelId }: Pick<Held, "event" | "payload" | "channelId">,
  { channel }: Way,
): Message | null {
  if (event === "channel.code") {
    if (channel === null || channelId === null) return null
    const { owner, sealedCode, codeExpiresAt: expiresAt } = channel
    if (sealedCode === null || expiresAt === null || expiresAt <= clock.now()) return null
    const code = vault.open(sealedCode)
    const link = { id: channelId, code, expiresAt }
    const url = channel.kind === "email" ? verifyUrl({ env, vault }, link) : null
    return { kind: "code", code, expiresAt, owner, verifyUrl: url }
  }
  if (event === "channel.test") {
    return channel === null ? null : { kind: "test", channel: channel.name, owner: channel.owner }
  }
  return { kind: "notice", ...(openMail(vault, payload)?.notice ?? notice.parse(payload)) }
}
