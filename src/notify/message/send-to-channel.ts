import type { ChannelKind } from "../../../prisma/generated/enums.ts"
import { channelKinds } from "../../channels/channel-kinds.ts"
import type { Message, Outcome, Sending } from "../../channels/message.ts"
import type { Senders } from "../../channels/senders.ts"
import { renewed } from "../../channels/web-push/web-push.ts"
import { hashAddress } from "../../graphql/delivery/channel/channel-config.ts"
import { disableGone } from "../../graphql/delivery/channel/disable-gone.ts"

type Address = { kind: ChannelKind; config: unknown }

/** Sends once, and disables the channel of a receiver that is gone for good. */
export async function sendToChannel(
  senders: Senders,
  { kind, config }: Address,
  message: Message,
  sending: Sending,
): Promise<Outcome> {
  const outcome = await senders[kind].send(config, message, sending)
  if (outcome.kind !== "dead" || outcome.isGone !== true) return outcome
  const sentTo = hashAddress(kind, channelKinds[kind].addressOf(config))
  const { services, deliveryId } = sending
  return (await disableGone(services, deliveryId, sentTo)) ? outcome : renewed
}
