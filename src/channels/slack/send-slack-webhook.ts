import { setTimeout as wait } from "node:timers/promises"
import { slackHookErrors } from "../../findings/codes/delivery.ts"
import type { Finding } from "../../findings/finding.ts"
import type { SlackWebhookConfig } from "./slack-webhook.ts"
import { createSend, type Sent } from "../../platform/send-post.ts"
import type { Sender, Outcome } from "../message.ts"
import { createChannelRateLimiter } from "../channel-rate.ts"
import { failed, outcomeOfPost } from "../http-outcome.ts"
import { slackMessageOf } from "./slack-blocks.ts"

const limit = createChannelRateLimiter()

/** An incoming webhook can post messages but not edit them: each state of an alert is a new message. */
export const slackWebhook: Sender<SlackWebhookConfig> = {
  kind: "slack_webhook",
  async send({ url }, message, { services, signal }) {
    const { waitMs, isLater } = limit(url, services.clock.monotonicMs())
    if (isLater) return tooMany(waitMs)
    await wait(waitMs, undefined, { signal })
    const sent = await createSend(services)({
      url,
      headers: { "content-type": "application/json", "user-agent": "Watchkeeper" },
      body: JSON.stringify(slackMessageOf(message, { isApp: false })),
      signal,
    })
    return outcomeOfPost(sent, explain)
  },
}

export const tooMany = (waitMs: number): Outcome =>
  failed({
    afterSeconds: waitMs / 1000,
    finding: { code: "slack_queue_full", parameters: {} },
  })

/** The hook's errors are the plain text of a 4xx. */
function explain({ responseStatus: status, responseBody }: Sent): { finding: Finding } | null {
  const answer = responseBody?.trim()
  const error = slackHookErrors.find((one) => one === answer)
  if (error !== undefined) return { finding: { code: "slack_hook_refused", parameters: { error } } }
  return status === 404 || status === 410
    ? { finding: { code: "slack_hook_unknown", parameters: {} } }
    : null
}
