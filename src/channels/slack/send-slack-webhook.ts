import { setTimeout as wait } from "node:timers/promises"
import type { SlackWebhookConfig } from "./slack-webhook.ts"
import { createSend } from "../../platform/send-post.ts"
import type { Sent } from "../../platform/send-post.ts"
import type { Sender, Outcome } from "../message.ts"
import { createChannelRateLimiter } from "../channel-rate.ts"
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
    return outcomeOf(sent)
  },
}

export const tooMany = (waitMs: number): Outcome => ({
  kind: "retry",
  afterSeconds: waitMs / 1000,
  status: null,
  error: "Too many messages are queued for this channel. Slack accepts one per second.",
})

/** Meanings of the hook's errors, which are the plain text of a 4xx. */
const lost: Record<string, string> = {
  no_service: "The webhook was removed in Slack. Create a new one.",
  no_active_hooks: "The webhook is disabled in Slack.",
  invalid_token: "The webhook URL is invalid. Copy it from Slack again.",
  channel_not_found: "The webhook's channel no longer exists. Create a new webhook.",
  channel_is_archived: "The webhook's channel is archived in Slack.",
  action_prohibited: "A Slack workspace admin does not allow this webhook.",
  team_disabled: "The Slack workspace is disabled.",
  posting_to_general_channel_denied: "Only admins can post to this Slack channel.",
}

function outcomeOf(sent: Sent): Outcome {
  const { outcome, responseStatus: status, responseBody, error, retryAfter } = sent
  if (outcome === "accepted") return { kind: "accepted", receipt: null, isConfirmed: false }
  const said = responseBody?.trim() ?? ""
  const known = Object.hasOwn(lost, said) ? lost[said] : undefined
  if (known !== undefined) return { kind: "dead", status, error: known }
  if (status === 404 || status === 410) {
    return { kind: "dead", status, error: "No webhook exists at this URL." }
  }
  const words = error ?? "The webhook rejected the message."
  const isFinal = status !== null && status < 500 && status !== 429 && status !== 408
  if (outcome === "forbidden" || outcome === "redirected" || isFinal) {
    return { kind: "dead", status, error: words }
  }
  return { kind: "retry", afterSeconds: retryAfter, status, error: words }
}
