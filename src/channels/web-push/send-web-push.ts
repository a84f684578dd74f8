import webPushLibrary, { type RequestOptions } from "web-push"
import { goneBrowser, type WebPushConfig } from "./web-push.ts"
import type { Finding } from "../../findings/finding.ts"
import { judgeStatus } from "../../platform/judge-post.ts"
import { vapidOf } from "./vapid.ts"
import { outcomeOfPost } from "../http-outcome.ts"
import { createSend, type Sent } from "../../platform/send-post.ts"
import type { Sender, Message, Outcome, Sending } from "../message.ts"
import { pushTextOf, type PushText } from "./push-text.ts"

/** How long a push service keeps an undelivered message, in seconds. */
const keptFor = { page: 3600, code: 900, test: 900, notice: 86_400 }

/** A browser notification, end-to-end encrypted (RFC 8291), through the browser vendor's push service. */
export const webPush: Sender<WebPushConfig> = {
  kind: "web_push",
  send(config, message, sending) {
    const { BASE_URL } = sending.services.env
    const textOf = (isShort: boolean) => pushTextOf(message, BASE_URL, isShort)
    return push(config, textOf, optionsOf(message), sending)
  },
}

type Options = Pick<RequestOptions, "TTL" | "urgency" | "topic">
type Needs = Pick<Sending, "services" | "signal">

/** Sends to a browser, and once more with a shorter text if the service has a lower limit. */
export async function push(
  subscription: WebPushConfig,
  textOf: (isShort: boolean) => PushText,
  options: Options,
  needs: Needs,
): Promise<Outcome> {
  const sent = await post(subscription, textOf(false), options, needs)
  const isTooLong = sent.responseStatus === 413
  const last = isTooLong ? await post(subscription, textOf(true), options, needs) : sent
  const { responseStatus } = last
  const [, finding] = judgeStatus(responseStatus ?? 0, "push_service")
  return outcomeOfPost(responseStatus === null ? last : { ...last, finding }, explain)
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

function explain({ responseStatus: status }: Sent): { finding: Finding; isGone?: true } | null {
  // RFC 8030, section 7.3.
  if (status === 404 || status === 410) return { finding: goneBrowser, isGone: true }
  if (status === 401 || status === 403) {
    return { finding: { code: "browser_key_old", parameters: { status } } }
  }
  return status === 413 ? { finding: { code: "push_too_long", parameters: {} } } : null
}
