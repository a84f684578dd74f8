import { dead } from "../../channels/http-outcome.ts"
import { z } from "zod"
import type { SubscriberKind } from "../../../prisma/generated/enums.ts"
import { notice } from "../../channels/notice.ts"
import { refuseStrangerUrl } from "../../channels/hook-url.ts"
import {
  envOfSubscribers,
  pushAddress,
} from "../../graphql/status-pages/subscriber/subscriber-address.ts"
import {
  language,
  type Language,
} from "../../graphql/status-pages/status-page/rules/page-language.ts"
import {
  confirmUrl,
  unsubscribeUrl,
} from "../../graphql/status-pages/subscriber/subscription-link.ts"
import { fill, localeOf } from "../../pages/status-page/locale.ts"
import { inertLine, isolated } from "../../platform/shown-text.ts"
import type { Services } from "../../platform/services.ts"
import type { Message, Outcome, Sending, Wording } from "../../channels/message.ts"
import type { Senders } from "../../channels/senders.ts"
import { sendHook } from "./subscriber-webhook.ts"
import { sendPush } from "./subscriber-push.ts"

/** A subscriber as of right before sending. */
export type Recipient = {
  id: string
  kind: SubscriberKind
  sealedAddress: Uint8Array
  isConfirmed: boolean
  page: { name: string; slug: string; isPublic: boolean }
}

type Due = { event: string; payload: unknown }

const asked = "subscriber.asked"
const withComponents = z.object({ components: z.array(z.string()).default([]) })

/** Sends to a subscriber; before confirmation, only the confirmation request. */
export async function sendToSubscriber(
  channels: Senders,
  recipient: Recipient,
  { event, payload }: Due,
  given: Sending,
): Promise<Outcome> {
  const services = { ...given.services, env: envOfSubscribers(given.services.env) }
  const sending = { ...given, services }
  const { deliveryId, signal } = sending
  const { kind, page, isConfirmed } = recipient
  if (!page.isPublic) return dead({ code: "page_not_public", parameters: {} })
  if (!isConfirmed && event !== asked)
    return dead({ code: "address_not_confirmed", parameters: {} })
  const isQuestion = event === asked
  const message = isQuestion
    ? question(services, recipient, payload)
    : news(services, recipient, payload)
  const address = services.vault.open(recipient.sealedAddress)
  const refusal =
    kind === "email" ? null : refuseStrangerUrl(urlOf(kind, address), given.services.env)
  if (refusal !== null) return dead({ code: "address_refused", parameters: { why: [refusal] } })
  if (kind === "webhook") {
    const { components } = withComponents.parse(payload)
    const url = `${services.env.BASE_URL}/status/${page.slug}`
    const about = { name: page.name, url }
    return sendHook(services, address, message, {
      deliveryId,
      event,
      page: about,
      components,
      signal,
    })
  }
  if (kind === "web_push") {
    const { id } = recipient
    const confirm = isQuestion ? confirmUrl(services, id) : null
    return sendPush({ id, address, confirmUrl: confirm }, message, sending)
  }
  const sender = kind === "email" ? channels.email : channels.slack_webhook
  return sender.send(kind === "email" ? { address } : { url: address }, message, sending)
}

const urlOf = (kind: SubscriberKind, address: string): string =>
  kind === "web_push" ? pushAddress.parse(address).endpoint : address

type Notice = Extract<Message, { kind: "notice" }>

/** The subscriber's language; English for deliveries without one. */
const spoken = z.object({ language: language.default("en") })

function question(services: Services, { id, kind, page }: Recipient, payload: unknown): Notice {
  const { language } = spoken.parse(payload)
  const { confirmSubject, confirmAsked, confirmElse, confirmPush } = localeOf(language).words.news
  const name = isolated(page.name, localeOf(language).direction)
  return {
    kind: "notice",
    subject: fill(confirmSubject, { name }),
    paragraphs: kind === "web_push" ? [confirmPush] : [fill(confirmAsked, { name }), confirmElse],
    link: { label: localeOf(language).words.subscription.confirm, url: confirmUrl(services, id) },
    unsubscribeUrl: null,
    wording: wordingOf(page, `${services.env.BASE_URL}/status/${page.slug}`, language),
  }
}

function news(services: Services, { id, page }: Recipient, payload: unknown): Notice {
  const { language } = spoken.parse(payload)
  const name = isolated(page.name, localeOf(language).direction)
  return {
    kind: "notice",
    ...notice.parse(payload),
    unsubscribeUrl: unsubscribeUrl(services, id),
    wording: wordingOf(page, fill(localeOf(language).words.news.why, { name }), language),
  }
}

/** Texts around the message. */
function wordingOf(
  { name, slug: listId }: Recipient["page"],
  footer: string,
  language: Language,
): Wording {
  const standing = inertLine(name)
  const { unsubscribe, unsubscribed } = localeOf(language).words.subscription
  const { direction } = localeOf(language)
  return { language, direction, standing, footer, listId, unsubscribe, unsubscribed }
}
