import { setTimeout as wait } from "node:timers/promises"
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

function explain({ responseStatus: status, responseBody }: Sent) {
  const said = responseBody?.trim() ?? ""
  const known = Object.hasOwn(lost, said) ? lost[said] : undefined
  if (known !== undefined) return { error: known }
  return status === 404 || status === 410 ? { error: "No webhook exists at this URL." } : null
}
