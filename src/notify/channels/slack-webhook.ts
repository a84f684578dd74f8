import { setTimeout as wait } from "node:timers/promises"
import type { SlackWebhookConfig } from "../../graphql/channel/kinds/slack-webhook.ts"
import { createSend } from "../webhook/send.ts"
import type { Sent } from "../webhook/send.ts"
import type { Channel, Outcome } from "./channel.ts"
import { createRoomPace } from "./room-pace.ts"
import { slackMessageOf } from "./slack-blocks.ts"

const pace = createRoomPace()

/** An incoming webhook can add messages, not change them: each state of an alert is a message of its own. */
export const slackWebhook: Channel<SlackWebhookConfig> = {
  kind: "slack_webhook",
  async send({ url }, message, { services, signal }) {
    const { waitMs, isLater } = pace(url, services.clock.monotonicMs())
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
  error: "Too many messages wait for this room; Slack takes one a second.",
})

/** What the hook's short answers mean; Slack sends them as the plain text of a 4xx. */
const lost: Record<string, string> = {
  no_service: "The webhook was removed in Slack; make a new one.",
  no_active_hooks: "The webhook is switched off in Slack.",
  invalid_token: "The webhook's address is not right; copy it from Slack again.",
  channel_not_found: "The webhook's room is gone; make a new webhook.",
  channel_is_archived: "The webhook's room is archived in Slack.",
  action_prohibited: "An administrator of the Slack workspace forbids this webhook.",
  team_disabled: "The Slack workspace is switched off.",
  posting_to_general_channel_denied: "Only administrators may post to this room of Slack.",
}

function outcomeOf(sent: Sent): Outcome {
  const { outcome, responseStatus: status, responseBody, error, retryAfter } = sent
  if (outcome === "accepted") return { kind: "delivered", receipt: null, isFinal: true }
  const said = responseBody?.trim() ?? ""
  const known = Object.hasOwn(lost, said) ? lost[said] : undefined
  if (known !== undefined) return { kind: "dead", status, error: known }
  if (status === 404 || status === 410) {
    return { kind: "dead", status, error: "There is no webhook at this address any more." }
  }
  const words = error ?? "The webhook did not take the message."
  const isFinal = status !== null && status < 500 && status !== 429 && status !== 408
  if (outcome === "forbidden" || outcome === "redirected" || isFinal) {
    return { kind: "dead", status, error: words }
  }
  return { kind: "retry", afterSeconds: retryAfter, status, error: words }
}
