import type { ChannelKind } from "../../../prisma/generated/enums.ts"
import type { Channel } from "./channel.ts"
import { discordBot } from "./discord-bot.ts"
import { discordWebhook } from "./discord-webhook.ts"
import { email } from "./email.ts"
import { sms } from "./sms.ts"
import { voice } from "./voice.ts"
import { slackBot } from "./slack-bot.ts"
import { slackWebhook } from "./slack-webhook.ts"
import { webPush } from "./web-push.ts"

export type Channels = Record<ChannelKind, Channel<unknown>>

/** How each kind of channel sends. */
export const channels: Channels = {
  email,
  sms,
  voice,
  slack_bot: slackBot,
  slack_webhook: slackWebhook,
  discord_bot: discordBot,
  discord_webhook: discordWebhook,
  web_push: webPush,
}
