import type { ChannelKind } from "../../prisma/generated/enums.ts"
import type { Sender } from "./message.ts"
import { discordBot } from "./discord/send-discord-bot.ts"
import { discordWebhook } from "./discord/send-discord-webhook.ts"
import { slackWebhook } from "./slack/send-slack-webhook.ts"

export type Senders = Record<ChannelKind, Sender<unknown>>

/** A sender whose library is loaded with its first message: most installations use few of them. */
const later = (kind: ChannelKind, load: () => Promise<Sender<unknown>>): Sender<unknown> => ({
  kind,
  send: async (config, message, sending) => (await load()).send(config, message, sending),
})

/** How each kind of channel sends. */
export const senders: Senders = {
  email: later("email", async () => (await import("./mail/send-email.ts")).email),
  sms: later("sms", async () => (await import("./twilio/send-sms.ts")).sms),
  voice: later("voice", async () => (await import("./twilio/send-voice.ts")).voice),
  slack_bot: later("slack_bot", async () => (await import("./slack/send-slack-bot.ts")).slackBot),
  slack_webhook: slackWebhook,
  discord_bot: discordBot,
  discord_webhook: discordWebhook,
  web_push: later("web_push", async () => (await import("./web-push/send-web-push.ts")).webPush),
}
