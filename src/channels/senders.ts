import type { ChannelKind } from "../../prisma/generated/enums.ts"
import type { Sender } from "./message.ts"
import { discordBot } from "./discord/send-discord-bot.ts"
import { discordWebhook } from "./discord/send-discord-webhook.ts"
import { email } from "./mail/send-email.ts"
import { sms } from "./twilio/send-sms.ts"
import { voice } from "./twilio/send-voice.ts"
import { slackBot } from "./slack/send-slack-bot.ts"
import { slackWebhook } from "./slack/send-slack-webhook.ts"
import { webPush } from "./web-push/send-web-push.ts"

export type Senders = Record<ChannelKind, Sender<unknown>>

/** How each kind of channel sends. */
export const senders: Senders = {
  email,
  sms,
  voice,
  slack_bot: slackBot,
  slack_webhook: slackWebhook,
  discord_bot: discordBot,
  discord_webhook: discordWebhook,
  web_push: webPush,
}
