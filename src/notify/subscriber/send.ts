import { z } from "zod"
import type { SubscriberKind } from "../../../prisma/generated/enums.ts"
import { notice } from "../../graphql/delivery/notice.ts"
import { envOfSubscribers } from "../../graphql/subscriber/address.ts"
import { language } from "../../graphql/status-page/language.ts"
import { confirmUrl, unsubscribeUrl } from "../../graphql/subscriber/link.ts"
import type { Language } from "../../graphql/status-page/language.ts"
import { fill, speechOf } from "../../pages/status-page/speech.ts"
import { subscribeWords } from "../../pages/subscribe/words.ts"
import { inertLine } from "../../pages/xml.ts"
import type { Services } from "../../services.ts"
import type { Message, Outcome, Sending, Wording } from "../channels/channel.ts"
import type { Channels } from "../channels/channels.ts"
import { sendHook } from "./hook.ts"
import { newsWords } from "./news-words.ts"
import { sendPush } from "./push.ts"

/** A subscriber of a page as they stand right before something is sent. */
export type Addressee = {
  id: string
  kind: SubscriberKind
  sealedAddress: Uint8Array
  isConfirmed: boolean
  page: { name: string; slug: string; isPublic: boolean }
}

type Due = { event: string; payload: unknown }

const asked = "subscriber.asked"
const withComponents = z.object({ components: z.array(z.string()).default([]) })

/** Sends what a subscriber is owed; only the question whether they meant it before they said yes. */
export async function sendToSubscriber(
  channels: Channels,
  addressee: Addressee,
  { event, payload }: Due,
  given: Sending,
): Promise<Outcome> {
  const services = { ...given.services, env: envOfSubscribers(given.services.env) }
  const sending = { ...given, services }
  const { deliveryId, signal } = sending
  const { kind, page, isConfirmed } = addressee
  if (!page.isPublic) return dead("The page is not public any more.")
  if (!isConfirmed && event !== asked) return dead("The address was not confirmed.")
  const isQuestion = event === asked
  const message = isQuestion
    ? question(services, addressee, payload)
    : news(services, addressee, payload)
  const address = services.vault.open(addressee.sealedAddress)
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
    const { id } = addressee
    const confirm = isQuestion ? confirmUrl(services, id) : null
    return sendPush({ id, address, confirmUrl: confirm }, message, sending)
  }
  const sender = kind === "email" ? channels.email : channels.slack_webhook
  if (sender === undefined) return dead(`This version cannot send over ${kind}.`)
  return sender.send(kind === "email" ? { address } : { url: address }, message, sending)
}

type Notice = Extract<Message, { kind: "notice" }>

/** What a subscriber reads; English for what was owed before that was kept. */
const spoken = z.object({ language: language.default("en") })

function question(services: Services, { id, kind, page }: Addressee, payload: unknown): Notice {
  const { language } = spoken.parse(payload)
  const { confirmSubject, confirmAsked, confirmElse, confirmPush } = newsWords[language]
  const name = inertLine(page.name)
  return {
    kind: "notice",
    subject: fill(confirmSubject, { name }),
    paragraphs: kind === "web_push" ? [confirmPush] : [fill(confirmAsked, { name }), confirmElse],
    link: { label: subscribeWords[language].confirm, url: confirmUrl(services, id) },
    unsubscribeUrl: null,
    wording: wordingOf(name, `${services.env.BASE_URL}/status/${page.slug}`, language),
  }
}

function news(services: Services, { id, page }: Addressee, payload: unknown): Notice {
  const { language } = spoken.parse(payload)
  const name = inertLine(page.name)
  return {
    kind: "notice",
    ...notice.parse(payload),
    unsubscribeUrl: unsubscribeUrl(services, id),
    wording: wordingOf(name, fill(newsWords[language].why, { name }), language),
  }
}

/** How the letter around the words speaks. */
function wordingOf(standing: string, footer: string, language: Language): Wording {
  const { unsubscribe, unsubscribed } = subscribeWords[language]
  const { direction } = speechOf(language)
  return { language, direction, standing, footer, unsubscribe, unsubscribed }
}

const dead = (error: string): Outcome => ({ kind: "dead", status: null, error })
