import { setTimeout as wait } from "node:timers/promises"
import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  type WebClient,
} from "@slack/web-api"
import { slackBotErrors } from "../../findings/codes/delivery.ts"
import type { Finding } from "../../findings/finding.ts"
import type { SlackBotConfig } from "./slack-bot.ts"
import { openSlack } from "./slack-client.ts"
import type { Sender, Outcome } from "../message.ts"
import { failed, said, unreached } from "../http-outcome.ts"
import { createChannelRateLimiter } from "../channel-rate.ts"
import { slackMessageOf, type SlackMessage } from "./slack-blocks.ts"
import { tooMany } from "./send-slack-webhook.ts"

const limit = createChannelRateLimiter()

/** A message of our own app, with buttons, which changes as its alert moves. */
export const slackBot: Sender<SlackBotConfig> = {
  kind: "slack_bot",
  async send({ token, channelId }, message, { services, previousReceipt, signal }) {
    const slack = await openSlack(token, services.env, signal)
    const shown = slackMessageOf(message, { isApp: true })
    try {
      if (previousReceipt !== null && (await isEdited(slack, previousReceipt, shown))) {
        return { kind: "accepted", receipt: previousReceipt, isConfirmed: true }
      }
      const { waitMs, isLater } = limit(channelId, services.clock.monotonicMs())
      if (isLater) return tooMany(waitMs)
      await wait(waitMs, undefined, { signal })
      const post = { channel: channelId, ...shown, unfurl_links: false, unfurl_media: false }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Slack's, not a window's
      const posted = await slack.chat.postMessage(post)
      const receipt =
        posted.channel === undefined || posted.ts === undefined
          ? null
          : `${posted.channel}:${posted.ts}`
      return { kind: "accepted", receipt, isConfirmed: receipt !== null }
    } catch (error) {
      return outcomeOf(error)
    }
  },
}

/** The message can no longer be edited, so a new one is posted. */
const uneditable = ["message_not_found", "cant_update_message", "edit_window_closed"]

async function isEdited(slack: WebClient, receipt: string, shown: SlackMessage): Promise<boolean> {
  const [channel, ts] = receipt.split(":")
  if (channel === undefined || ts === undefined) return false
  try {
    await slack.chat.update({ channel, ts, ...shown })
    return true
  } catch (error) {
    if (error instanceof WebAPIPlatformError && uneditable.includes(error.data.error)) return false
    throw error
  }
}

/** Temporary errors among those that Slack returns with status 200. */
const passing = [
  "internal_error",
  "fatal_error",
  "service_unavailable",
  "request_timeout",
  "team_added_to_org",
]

const provider = "Slack"

function outcomeOf(thrown: unknown): Outcome {
  if (thrown instanceof WebAPIRateLimitedError) {
    const finding = { code: "provider_limits", parameters: { provider } } as const
    return failed({ status: 429, finding, afterSeconds: thrown.retryAfter })
  }
  if (thrown instanceof WebAPIPlatformError) {
    const { error: answer } = thrown.data
    const isPassing = passing.includes(answer)
    return failed({ status: 200, finding: findingOf(answer, isPassing) }, !isPassing)
  }
  if (thrown instanceof WebAPIHTTPError) {
    const status = thrown.statusCode
    return failed({
      status,
      finding: { code: "provider_failed", parameters: { provider, status } },
    })
  }
  return unreached(provider, thrown instanceof WebAPIRequestError ? thrown.original : thrown)
}

function findingOf(answer: string, isPassing: boolean): Finding {
  if (isPassing) return { code: "slack_failed", parameters: { said: said(answer) } }
  const error = slackBotErrors.find((one) => one === answer)
  return error === undefined
    ? { code: "provider_refused", parameters: { provider, said: said(answer) } }
    : { code: "slack_bot_refused", parameters: { error } }
}
