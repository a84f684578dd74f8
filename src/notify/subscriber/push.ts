import { hashAddress } from "../../graphql/channel/config.ts"
import { webPush } from "../../graphql/channel/kinds/web-push.ts"
import { pushAddress } from "../../graphql/subscriber/address.ts"
import { forgetGone } from "../../graphql/subscriber/prune.ts"
import type { Message, Outcome, Sending, Wording } from "../channels/channel.ts"
import { pushTextOf } from "../channels/push-text.ts"
import { push, renewed } from "../channels/web-push.ts"

type Notice = Extract<Message, { kind: "notice" }>

type Addressee = {
  id: string
  /** A PushSubscription in JSON. */
  address: string
  /** Where this is the first notification, which proves the browser. */
  confirmUrl: string | null
}

/** News of yesterday is on the page. */
const keptForSeconds = 86_400

const endOf = ({ unsubscribe, unsubscribed }: Wording) => ({ unsubscribe, unsubscribed })

/** Shows a notice in a subscriber's browser; whoever turned notifications off there is forgotten. */
export async function sendPush(
  { id, address, confirmUrl }: Addressee,
  message: Notice,
  sending: Sending,
): Promise<Outcome> {
  const { services, deliveryId } = sending
  const { unsubscribeUrl, wording } = message
  const textOf = (isShort: boolean) => ({
    ...pushTextOf(message, services.env.BASE_URL, isShort),
    // Each is news: none takes the place of another but a second try of the same.
    tag: deliveryId,
    confirmUrl,
    unsubscribeUrl,
    ...(wording === undefined ? {} : { words: endOf(wording) }),
  })
  const options = { TTL: keptForSeconds, urgency: "normal" } as const
  const subscription = pushAddress.parse(address)
  const { outcome, isGone } = await push(subscription, textOf, options, sending)
  if (!isGone) return outcome
  const sentTo = hashAddress("web_push", webPush.addressOf(subscription))
  return (await forgetGone(services, id, sentTo)) ? outcome : renewed
}
