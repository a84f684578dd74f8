import { channelKinds } from "../../channels/channel-kinds.ts"
import { verifyUrl } from "../../graphql/delivery/channel/verify-link.ts"
import { notice } from "../../channels/notice.ts"
import { openMail } from "../../graphql/outbox/sealed-mail.ts"
import type { Services } from "../../platform/services.ts"
import type { Message, PageMessage } from "../../channels/message.ts"
import type { ClaimedMessage } from "./claim-messages.ts"
import type { Way } from "./read-target.ts"

/** Null if there is nothing left to send. */
type Said = PageMessage | null

/**
 * Messages of pages for the current state of their alerts, in input order. A promise if an alert is being changed.
 */
export type ReadPages = (
  services: Services,
  deliveryIds: string[],
) => Promise<(Said | Promise<Said>)[]>

/**
 * The message of a delivery that is not a page's; null if there is nothing left to send, as for an expired code.
 */
export function messageOf(
  { vault, clock, env }: Pick<Services, "vault" | "clock" | "env">,
  { event, payload, channelId }: Pick<ClaimedMessage, "event" | "payload" | "channelId">,
  { channel }: Way,
): Message | null {
  if (event === "channel.code") {
    if (channel === null || channelId === null) return null
    const { owner, sealedCode, codeExpiresAt: expiresAt } = channel
    if (sealedCode === null || expiresAt === null || expiresAt <= clock.now()) return null
    const code = vault.open(sealedCode)
    const link = { id: channelId, code, expiresAt }
    const url = channelKinds[channel.kind].isVerifiedByLink ? verifyUrl({ env, vault }, link) : null
    return { kind: "code", code, expiresAt, owner, verifyUrl: url }
  }
  if (event === "channel.test") {
    return channel === null ? null : { kind: "test", channel: channel.name, owner: channel.owner }
  }
  const mail = openMail(vault, payload)
  if (mail === null) return { kind: "notice", ...notice.parse(payload) }
  const { notice: sealed, language } = mail
  const isEnglish = language === undefined || language === "en"
  return { kind: "notice", ...sealed, ...(isEnglish ? {} : { language }) }
}
