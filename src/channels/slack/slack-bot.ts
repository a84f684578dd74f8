import { z } from "zod"
import { text } from "../../platform/text-schema.ts"
import type { Channel } from "../channel.ts"
import { chat } from "../chat.ts"
import { withChannelId } from "../channel-id.ts"

/**
 * Each project uses its own Slack app: the operator need not publish one, and a leaked secret affects only that
 * project.
 */
const config = withChannelId(
  z.strictObject({
    token: text(500)
      .trim()
      .regex(/^xoxb-[\w-]+$/, "must be the app's Bot User OAuth Token, which begins with xoxb-"),
    signingSecret: text(200)
      .trim()
      .regex(/^[0-9a-f]{32}$/i, "must be the app's Signing Secret: 32 hexadecimal digits"),
    channelId: text(50)
      .trim()
      .regex(
        /^[CGD][A-Z0-9]{7,}$/,
        "must be the channel's ID, such as C024BE91L; Slack shows it at the end of the channel's details",
      ),
  }),
)

export type SlackBotConfig = z.output<typeof config>

export const slackBot: Channel<SlackBotConfig> = {
  ...chat,
  kind: "slack_bot",
  title: "Slack bot",
  noun: "Slack",
  description: "A Slack bot, with buttons.",
  config,
  entered: [
    { name: "token", label: "Bot token", type: "text", example: "xoxb-…" },
    { name: "signingSecret", label: "Signing secret", type: "text", example: "32 digits" },
    { name: "channelId", label: "Channel ID", type: "text", example: "C0123456789" },
  ],
  setup: {
    steps: [
      "On api.slack.com, under Your Apps, create an app from the manifest in the documentation.",
      "Install it in your workspace, and invite it to the channel with /invite @Watchkeeper.",
      "Copy the Bot User OAuth Token from OAuth & Permissions, and the Signing Secret from Basic Information.",
      "Copy the channel ID from the end of the channel's details in Slack.",
    ],
    callbackPath: "/hooks/slack/interactions",
    docsPath: "/docs/chats#slack",
  },
  addressOf: ({ channelId }) => channelId,
  hintOf: ({ channelId }) => channelId,
  editsMessages: true,
  confirmsDelivery: "at_once",
}
