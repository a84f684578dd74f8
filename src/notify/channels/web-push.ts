import webPushLibrary from "web-push"
import { disableGone } from "../../graphql/channel/disable-gone.ts"
import type { WebPushConfig } from "../../graphql/channel/kinds/web-push.ts"
import { vapidOf } from "../../graphql/channel/vapid.ts"
import type { Sent } from "../webhook/send.ts"
import { createSend } from "../webhook/send.ts"
import type { Channel, Message, Outcome, Sending } from "./channel.ts"
import { pushTextOf } from "./push-text.ts"

/** How long a push service keeps what it cannot deliver, in seconds: a page of yesterday wakes nobody. */
const keptFor = { page: 3600, code: 900, test: 900, notice: 86_400 }

/** A notification of a browser, encrypted for it alone (RFC 8291), through a service that its maker runs. */
export const webPush: Channel<WebPushConfig> = {
  kind: "web_push",
  async send(config, message, sending) {
    const sent = await post(config, message, sending, false)
    const isTooLong = sent.responseStatus === 413
    const last = isTooLong ? await post(config, message, sending, true) : sent
    const outcome = outcomeOf(last)
    const isGone = last.responseStatus === 404 || last.responseStatus === 410
    if (isGone) await disableGone(sending.services, sending.deliveryId)
    return outcome
  },
}

function post(
  subscription: WebPushConfig,
  message: Message,
  { services, signal }: Sending,
  isShort: boolean,
): Promise<Sent> {
  const text = JSON.stringify(pushTextOf(message, services.env.BASE_URL, isShort))
  const { headers, body } = webPushLibrary.generateRequestDetails(subscription, text, {
    vapidDetails: vapidOf(services),
    TTL: keptFor[message.kind],
    urgency: urgencyOf(message),
    contentEncoding: "aes128gcm",
    ...(message.kind === "page" ? { topic: message.alertId.replaceAll("-", "") } : {}),
  })
  return createSend(services)({
    url: subscription.endpoint,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    body: body ?? "",
    signal,
  })
}

const urgencyOf = (message: Message) =>
  message.kind === "notice"
    ? "low"
    : message.kind === "page" && message.severity === "low"
      ? "normal"
      : "high"

function outcomeOf({ outcome, responseStatus: status, error, retryAfter }: Sent): Outcome {
  if (outcome === "accepted") return { kind: "delivered", receipt: null, isFinal: true }
  const dead = (words: string): Outcome => ({ kind: "dead", status, error: words })
  if (status === 404 || status === 410) {
    return dead("The browser no longer takes notifications; turn them on again on that device.")
  }
  if (status === 401 || status === 403) {
    return dead(
      `The push service answered ${status}: it was subscribed under another key of this installation. Turn notifications on again on that device.`,
    )
  }
  if (status === 413) return dead("The push service takes no message as long as this.")
  const words = (error ?? "The push service did not take the message.").replace(
    "The endpoint",
    "The push service",
  )
  const isFinal = status !== null && status < 500 && status !== 429 && status !== 408
  if (outcome === "forbidden" || isFinal) return dead(words)
  return { kind: "retry", afterSeconds: retryAfter, status, error: words }
}
