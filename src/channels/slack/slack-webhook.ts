import { z } from "zod"
import type { Channel } from "../channel.ts"
import { chat } from "../chat.ts"
import { hintOfUrl, hookUrl, refuseHookUrl } from "../hook-url.ts"

/** A Slack webhook or a compatible one. */
const config = z.strictObject({
  url: hookUrl("must be a webhook's URL, such as https://hooks.slack.com/services/T…/B…/…"),
})

export type SlackWebhookConfig = z.output<typeof config>

export const slackWebhook: Channel<SlackWebhookConfig> = {
  ...chat,
  kind: "slack_webhook",
  title: "Slack webhook",
  noun: "Slack",
  description: "A Slack incoming webhook.",
  config,
  entered: [
    {
      name: "url",
      label: "Webhook URL",
      type: "url",
      example: "https://hooks.slack.com/services/…",
    },
  ],
  setup: {
    steps: [
      "On api.slack.com, create an app and turn on Incoming Webhooks.",
      "Add a webhook to your workspace and choose the channel.",
      "Copy the webhook's URL. Anybody who knows it can post to the channel.",
    ],
    callbackPath: null,
    docsPath: "/docs/chats#webhooks",
  },
  addressOf: ({ url }) => new URL(url).href,
  hintOf: ({ url }) => hintOfUrl(url),
  refuse: ({ url }, env) => refuseHookUrl(url, env),
  editsMessages: false,
  confirmsDelivery: "never",
}
