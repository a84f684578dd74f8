import { z } from "zod"
import { text } from "../../input.ts"
import type { Kind } from "../kind.ts"

/** Each project brings an application of its own, as with Slack. */
const config = z.strictObject({
  token: text(500)
    .trim()
    .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, "must be the bot's token, three parts divided by dots"),
  publicKey: text(200)
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/, "must be the application's Public Key: 64 hexadecimal digits"),
  room: text(50)
    .trim()
    .regex(/^\d{15,25}$/, "must be the id of a text channel: a number of 17 to 20 digits"),
})

export type DiscordBotConfig = z.output<typeof config>

export const discordBot: Kind<DiscordBotConfig> = {
  kind: "discord_bot",
  owners: ["project"],
  config,
  addressOf: ({ room }) => room,
  hintOf: ({ room }) => room,
  missing: () => null,
}
