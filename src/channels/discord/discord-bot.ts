import { z } from "zod"
import { text } from "../../platform/text-schema.ts"
import type { Channel } from "../channel.ts"
import { chat } from "../chat.ts"
import { withChannelId } from "../channel-id.ts"

/** Each project uses its own Discord application. */
const config = withChannelId(
  z.strictObject({
    token: text(500)
      .trim()
      .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, "must be the bot's token, three parts divided by dots"),
    publicKey: text(200)
      .trim()
      .toLowerCase()
      .regex(/^[0-9a-f]{64}$/, "must be the application's Public Key: 64 hexadecimal digits"),
    channelId: text(50)
      .trim()
      .regex(/^\d{15,25}$/, "must be the id of a text channel: a number of 17 to 20 digits"),
  }),
)

export type DiscordBotConfig = z.output<typeof config>

export const discordBot: Channel<DiscordBotConfig> = {
  ...chat,
  kind: "discord_bot",
  title: "Discord bot",
  noun: "Discord",
  description: "A Discord bot, with buttons.",
  config,
  entered: [
    { name: "token", label: "Bot token", type: "text", example: "" },
    { name: "publicKey", label: "Public key", type: "text", example: "64 digits" },
    { name: "channelId", label: "Channel ID", type: "text", example: "123456789012345678" },
  ],
  setup: {
    steps: [
      "In Discord's developer portal, create an application with a bot. Copy the bot token and the Public Key.",
      "Add it to your server with the scope bot and the permissions View Channels, Send Messages and Embed Links.",
      "Turn on developer mode in Discord, then copy the channel's ID from its menu.",
      "After you have added the channel here, enter the callback URL as the Interactions Endpoint URL of the application.",
    ],
    callbackPath: "/hooks/discord/interactions",
    docsPath: "/docs/chats#discord",
  },
  addressOf: ({ channelId }) => channelId,
  hintOf: ({ channelId }) => channelId,
  editsMessages: true,
  confirmsDelivery: "at_once",
}
