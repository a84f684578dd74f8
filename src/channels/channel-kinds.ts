import type { ChannelKind } from "../../prisma/generated/enums.ts"
import type { Channel } from "./channel.ts"
import { discordBot } from "./discord/discord-bot.ts"
import { discordWebhook } from "./discord/discord-webhook.ts"
import { email } from "./mail/email.ts"
import { slackBot } from "./slack/slack-bot.ts"
import { slackWebhook } from "./slack/slack-webhook.ts"
import { sms } from "./twilio/sms.ts"
import { voice } from "./twilio/voice.ts"
import { webPush } from "./web-push/web-push.ts"

/** All channel kinds, in display order. */
export const channelKinds: Record<ChannelKind, Channel<unknown>> = {
  email,
  sms,
  voice,
  slack_bot: slackBot,
  slack_webhook: slackWebhook,
  discord_bot: discordBot,
  discord_webhook: discordWebhook,
  web_push: webPush,
}

export const channelKindsWhere = (can: (channel: Channel<unknown>) => boolean): ChannelKind[] =>
  Object.values(channelKinds)
    .filter(can)
    .map(({ kind }) => kind)
