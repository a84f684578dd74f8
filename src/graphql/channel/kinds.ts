import type { ChannelKind } from "../../../prisma/generated/enums.ts"
import type { Kind } from "./kind.ts"
import { discordBot } from "./kinds/discord-bot.ts"
import { discordWebhook } from "./kinds/discord-webhook.ts"
import { email } from "./kinds/email.ts"
import { slackBot } from "./kinds/slack-bot.ts"
import { slackWebhook } from "./kinds/slack-webhook.ts"
import { sms } from "./kinds/sms.ts"
import { voice } from "./kinds/voice.ts"
import { webPush } from "./kinds/web-push.ts"

/** Every kind there is, in the order in which people are offered them. */
export const kinds: Record<ChannelKind, Kind<unknown>> = {
  email,
  sms,
  voice,
  slack_bot: slackBot,
  slack_webhook: slackWebhook,
  discord_bot: discordBot,
  discord_webhook: discordWebhook,
  web_push: webPush,
}

export const kindOf = (kind: ChannelKind): Kind<unknown> => kinds[kind]
