import type { RequestOptions } from "web-push"
import webPushLibrary from "web-push"
import { hashAddress } from "../../graphql/channel/config.ts"
import { disableGone, goneBrowser } from "../../graphql/channel/disable-gone.ts"
import type { WebPushConfig } from "../../graphql/channel/kinds/web-push.ts"
import { webPush as kind } from "../../graphql/channel/kinds/web-push.ts"
import { vapidOf } from "../../graphql/channel/vapid.ts"
import type { Sent } from "../webhook/send.ts"
import { createSend } from "../webhook/send.ts"
import type { Channel, Message, Outcome, Sending } from "./channel.ts"
import type { PushText } from "./push-text.ts"
import { pushTextOf } from "./push-text.ts"

/** How long a push service keeps what it cannot deliver, in seconds: a page of yesterday wakes nobody. */
const keptFor = { page: 3600, code: 900, test: 900, notice: 86_400 }

/** A notification of a browser, encrypted for it alone (RFC 8291), through a service that its maker runs. */
export const webPush: Channel<WebPushConfig> = {
  kind: "web_push",
  async send(config, message, sending) {
    const { services, deliveryId } = sending
    const textOf = (isShort: boolean) => pushTextOf(message, services.env.BASE_URL, isShort)
    const { outcome, isGone } = await push(config, textOf, optionsOf(message), sending)
    if (!isGone) return outcome
    const sentTo = hashAddress("web_push", kind.addressOf(config))
    return (await disableGone(services, deliveryId, sentTo)) ? outcome : renewed
  },
}

/** What went to an address that is no longer its receiver's. */
export const renewed: Outcome = {
  kind: "retry",
  afterSeconds: null,
  status: null,
  error: "The browser renewed its subscription at this moment; it is sent to the new one.",
}

type Options = Pick<RequestOptions, "TTL" | "urgency" | "topic">
type Needs = Pick<Sending, "services" | "signal">

/**
 * Sends to a browser, and shorter once more where its service takes less.
 *
 * @returns also whether the browser is gone for good (RFC 8030, section 7.3).
 */
export async function push(
  subscription: WebPushConfig,
  textOf: (isShort: boolean) => PushText,
  options: Options,
  needs: Needs,
): Promise<{ outcome: Outcome; isGone: boolean }> {
  const sent = await post(subscription, textOf(false), options, needs)
  const isTooLong = sent.responseStatus === 413
  const last = isTooLong ? await post(subscription, textOf(true), options, needs) : sent
  const isGone = last.responseStatus === 404 || last.responseStatus === 410
  return { outcome: outcomeOf(last), isGone }
}

function post(
  subscription: WebPushConfig,
  text: PushText,
  options: Options,
  { services, signal }: Needs,
): Promise<Sent> {
  const { headers, body } = webPushLibrary.generateRequestDetails(
    subscription,
    JSON.stringify(text),
    { vapidDetails: vapidOf(services), contentEncoding: "aes128gcm", ...options },
  )
  return createSend(services)({
    url: subscription.endpoint,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    body: body ?? "",
    signal,
  })
}

const optionsOf = (message: Message): Options => ({
  TTL: keptFor[message.kind],
  urgency: urgencyOf(message),
  ...(message.kind === "page" ? { topic: message.alertId.replaceAll("-", "") } : {}),
})

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
    return dead(goneBrowser)
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
