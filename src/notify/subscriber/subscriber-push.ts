import { hashAddress } from "../../graphql/delivery/channel/channel-config.ts"
import { renewed, webPush } from "../../channels/web-push/web-push.ts"
import { pushAddress } from "../../graphql/status-pages/subscriber/subscriber-address.ts"
import { forgetGone } from "../../graphql/status-pages/subscriber/prune-subscribers.ts"
import type { Message, Outcome, Sending, Wording } from "../../channels/message.ts"
import { pushTextOf } from "../../channels/web-push/push-text.ts"

type Notice = Extract<Message, { kind: "notice" }>

type Recipient = {
  id: string
  /** A PushSubscription in JSON. */
  address: string
  /** Set for the first notification, which confirms the browser. */
  confirmUrl: string | null
}

/** News of yesterday is on the page. */
const keptForSeconds = 86_400

const endOf = ({ unsubscribe, unsubscribed }: Wording) => ({ unsubscribe, unsubscribed })

/** Sends a notice to a subscriber's browser; deletes the subscriber if notifications were turned off. */
export async function sendPush(
  { id, address, confirmUrl }: Recipient,
  message: Notice,
  sending: Sending,
): Promise<Outcome> {
  const { services, deliveryId } = sending
  const { unsubscribeUrl, wording } = message
  const textOf = (isShort: boolean) => ({
    ...pushTextOf(message, services.env.BASE_URL, isShort),
    // Notifications do not replace each other, except retries of the same one.
    tag: deliveryId,
    confirmUrl,
    unsubscribeUrl,
    ...(wording === undefined ? {} : { words: endOf(wording) }),
  })
  const options = { TTL: keptForSeconds, urgency: "normal" } as const
  const subscription = pushAddress.parse(address)
  // The library is loaded with the first notification.
  const { push } = await import("../../channels/web-push/send-web-push.ts")
  const outcome = await push(subscription, textOf, options, sending)
  if (outcome.kind !== "dead" || outcome.isGone !== true) return outcome
  const sentTo = hashAddress("web_push", webPush.addressOf(subscription))
  return (await forgetGone(services, id, sentTo)) ? outcome : renewed
}
