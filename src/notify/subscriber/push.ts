import { pushAddress } from "../../graphql/subscriber/address.ts"
import { forgetGone } from "../../graphql/subscriber/prune.ts"
import type { Message, Outcome, Sending, Wording } from "../channels/channel.ts"
import { pushTextOf } from "../channels/push-text.ts"
import { push } from "../channels/web-push.ts"

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
  const { outcome, isGone } = await push(pushAddress.parse(address), textOf, options, sending)
  if (isGone) await forgetGone(services, id)
  return outcome
}
