import { z } from "zod"
import { text } from "../../platform/text-schema.ts"
import type { Channel } from "../channel.ts"
import { chat } from "../chat.ts"

const shape =
  /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/(\d{15,25})\/([\w-]{20,200})\/?$/

/** Only the webhook's id and token are used, so requests always go to Discord. */
const config = z.strictObject({
  url: text(500)
    .trim()
    .regex(shape, "must be a webhook's URL, such as https://discord.com/api/webhooks/…/…"),
})

export type DiscordWebhookConfig = z.output<typeof config>

export function readWebhookUrl(url: string): { id: string; token: string } {
  const [, id = "", token = ""] = shape.exec(url) ?? []
  return { id, token }
}

export const discordWebhook: Channel<DiscordWebhookConfig> = {
  ...chat,
  kind: "discord_webhook",
  title: "Discord webhook",
  noun: "Discord",
  description: "A Discord webhook.",
  config,
  entered: [
    {
      name: "url",
      label: "Webhook URL",
      type: "url",
      example: "https://discord.com/api/webhooks/…",
    },
  ],
  setup: {
    steps: [
      "In Discord, open the channel's settings, then Integrations, then Webhooks.",
      "Create a webhook and copy its URL. Anybody who knows it can post to the channel.",
    ],
    callbackPath: null,
    docsPath: "/docs/chats#webhooks",
  },
  addressOf: ({ url }) => readWebhookUrl(url).id,
  hintOf: ({ url }) => `webhook … ${readWebhookUrl(url).id.slice(-4)}`,
  editsMessages: true,
  confirmsDelivery: "at_once",
}
