import { z } from "zod"
import type { SubscriberKind } from "../../../prisma/generated/enums.ts"
import { notice } from "../../graphql/delivery/notice.ts"
import { confirmUrl, unsubscribeUrl } from "../../graphql/subscriber/link.ts"
import type { Services } from "../../services.ts"
import type { Message, Outcome, Sending } from "../channels/channel.ts"
import type { Channels } from "../channels/channels.ts"
import { sendHook } from "./hook.ts"
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
  sending: Sending,
): Promise<Outcome> {
  const { services, deliveryId, signal } = sending
  const { kind, page, isConfirmed } = addressee
  if (!page.isPublic) return dead("The page is not public any more.")
  if (!isConfirmed && event !== asked) return dead("The address was not confirmed.")
  const isQuestion = event === asked
  const message = isQuestion ? question(services, addressee) : news(services, addressee, payload)
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

const question = (services: Services, { id, kind, page }: Addressee): Notice => ({
  kind: "notice",
  subject: `Confirm: news of ${page.name}`,
  paragraphs:
    kind === "web_push"
      ? ["Notifications reach this browser. Press here to confirm, unless the page has done so."]
      : [
          `Somebody asked that news of ${page.name} be sent here. Open the link and confirm, if that is wanted.`,
          "Without that nothing more is sent.",
        ],
  link: { label: "Confirm", url: confirmUrl(services, id) },
  unsubscribeUrl: null,
})

const news = (services: Services, { id }: Addressee, payload: unknown): Notice => ({
  kind: "notice",
  ...notice.parse(payload),
  unsubscribeUrl: unsubscribeUrl(services, id),
})

const dead = (error: string): Outcome => ({ kind: "dead", status: null, error })
