import { recordOf } from "../channel/channel-record.ts"
import { stateWord, type DeliveryState } from "../webhook/delivery-words.ts"
import type { LoggedDelivery } from "./delivery-documents.ts"

/** Queues of the log; events themselves are not sent to anybody. */
export const queueWord = { PAGE: "Pages", NOTICE: "Notices", WEBHOOK: "Webhooks" } as const
export type Queue = keyof typeof queueWord
export const queues = Object.keys(queueWord) as Queue[]

/** States that a delivery to a recipient can have. */
export const states = (Object.keys(stateWord) as DeliveryState[]).filter(
  (state) => state !== "ADDRESSED" && state !== "UNADDRESSED",
)

/** What sending it again takes, by the noun of its event; `on_call:write` for all others. */
const sendersOfNotices: Record<string, string> = {
  invitation: "members:write",
  status_page: "status_pages:write",
  webhook_endpoint: "webhooks:write",
}

export function replayNeeds({ queue, event, recipient }: LoggedDelivery): string {
  if (recipient.kind === "SUBSCRIBER") return "status_pages:write"
  if (queue === "WEBHOOK") return "webhooks:write"
  return (queue === "NOTICE" && sendersOfNotices[event.split(".")[0] ?? ""]) || "on_call:write"
}

/** Name of the recipient, and the kind of channel. */
export function recipientInWords({ recipient }: LoggedDelivery): { name: string; way: string } {
  const { kind, name, channelKind } = recipient
  const way = channelKind === null ? "Webhook" : recordOf(channelKind).title
  if (kind === "SUBSCRIBER") return { name: `Subscriber of ${name ?? "a status page"}`, way }
  return { name: name ?? "An address without an account", way }
}
