import { z } from "zod"
import { text } from "../../input.ts"
import type { Kind } from "../kind.ts"

const shape =
  /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/(\d{15,25})\/([\w-]{20,200})\/?$/

/** Discord alone is posted to: of the address only the webhook's id and token are used. */
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

export const discordWebhook: Kind<DiscordWebhookConfig> = {
  kind: "discord_webhook",
  owners: ["project"],
  config,
  addressOf: ({ url }) => readWebhookUrl(url).id,
  hintOf: ({ url }) => `webhook … ${readWebhookUrl(url).id.slice(-4)}`,
  missing: () => null,
}
