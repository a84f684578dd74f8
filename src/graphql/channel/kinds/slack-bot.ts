import { z } from "zod"
import { text } from "../../input.ts"
import type { Kind } from "../kind.ts"

/**
 * Each project brings a Slack app of its own: no operator has to publish one, and a secret that leaks concerns
 * that project alone.
 */
const config = z.strictObject({
  token: text(500)
    .trim()
    .regex(/^xoxb-[\w-]+$/, "must be the app's Bot User OAuth Token, which begins with xoxb-"),
  signingSecret: text(200)
    .trim()
    .regex(/^[0-9a-f]{32}$/i, "must be the app's Signing Secret: 32 hexadecimal digits"),
  room: text(50)
    .trim()
    .regex(
      /^[CGD][A-Z0-9]{7,}$/,
      "must be the room's id, such as C024BE91L; Slack shows it in the details of the room",
    ),
})

export type SlackBotConfig = z.output<typeof config>

export const slackBot: Kind<SlackBotConfig> = {
  kind: "slack_bot",
  owners: ["project"],
  config,
  addressOf: ({ room }) => room,
  hintOf: ({ room }) => room,
  missing: () => null,
}
