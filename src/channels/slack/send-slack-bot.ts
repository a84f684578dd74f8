import { setTimeout as wait } from "node:timers/promises"
import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  type WebClient,
} from "@slack/web-api"
import type { SlackBotConfig } from "./slack-bot.ts"
import { openSlack } from "./slack-client.ts"
import type { Sender, Outcome } from "../message.ts"
import { failed } from "../http-outcome.ts"
import { createChannelRateLimiter } from "../channel-rate.ts"
import { slackMessageOf, type SlackMessage } from "./slack-blocks.ts"
import { innermost } from "../../platform/innermost.ts"
import { tooMany } from "./send-slack-webhook.ts"

const limit = createChannelRateLimiter()

/** A message of our own app, with buttons, which changes as its alert moves. */
export const slackBot: Sender<SlackBotConfig> = {
  kind: "slack_bot",
  async send({ token, room }, message, { services, previousReceipt, signal }) {
    const slack = await openSlack(token, services.env, signal)
    const shown = slackMessageOf(message, { isApp: true })
    try {
      if (previousReceipt !== null && (await isEdited(slack, previousReceipt, shown))) {
        return { kind: "accepted", receipt: previousReceipt, isConfirmed: true }
      }
      const { waitMs, isLater } = limit(room, services.clock.monotonicMs())
      if (isLater) return tooMany(waitMs)
      await wait(waitMs, undefined, { signal })
      const post = { channel: room, ...shown, unfurl_links: false, unfurl_media: false }
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

const lost: Record<string, string> = {
  channel_not_found: "Slack channel not found, or the app was not invited to it.",
  not_in_channel: "The app is not in this channel. Type /invite @Watchkeeper there.",
  is_archived: "The channel is archived in Slack.",
  invalid_auth: "Slack rejected the bot token. Copy it from the app's settings again.",
  not_authed: "Slack rejected the bot token. Copy it from the app's settings again.",
  token_revoked: "The bot token was revoked in Slack. Install the app again.",
  token_expired: "The bot token has expired. Install the app again.",
  account_inactive: "The app was removed from the Slack workspace, or its account was deactivated.",
  missing_scope: "The app is missing the chat:write scope. Add it and install the app again.",
  restricted_action: "A Slack workspace admin does not allow the app to post in this channel.",
}

function outcomeOf(thrown: unknown): Outcome {
  if (thrown instanceof WebAPIRateLimitedError) {
    const afterSeconds = thrown.retryAfter
    return failed({ status: 429, error: "Slack rate limit reached.", afterSeconds })
  }
  if (thrown instanceof WebAPIPlatformError) {
    const said = thrown.data.error
    const isPassing = passing.includes(said)
    const known = Object.hasOwn(lost, said) ? lost[said] : undefined
    const refused = known ?? `Slack refused the message: ${said}.`
    const error = isPassing ? `Slack returned ${said}. Retrying.` : refused
    return failed({ status: 200, error }, !isPassing)
  }
  if (thrown instanceof WebAPIHTTPError) {
    const status = thrown.statusCode
    return failed({ status, error: `Slack returned ${status}.` })
  }
  const why = thrown instanceof WebAPIRequestError ? thrown.original : thrown
  if (!(why instanceof Error)) throw thrown
  return failed({ status: null, error: `Could not reach Slack: ${innermost(why).message}.` })
}
