import { z } from "zod"
import type { Channel } from "../channel.ts"
import { hintOfUrl, hookUrl, refuseHookUrl } from "../hook-url.ts"

/** A Slack webhook or a compatible one. */
const config = z.strictObject({
  url: hookUrl("must be a webhook's URL, such as https://hooks.slack.com/services/T…/B…/…"),
})

export type SlackWebhookConfig = z.output<typeof config>

export const slackWebhook: Channel<SlackWebhookConfig> = {
  kind: "slack_webhook",
  title: "Slack webhook",
  description: "A Slack incoming webhook.",
  owners: ["project"],
  config,
  entered: [
    {
      name: "url",
      label: "Webhook URL",
      type: "url",
      example: "https://hooks.slack.com/services/…",
    },
  ],
  addressOf: ({ url }) => new URL(url).href,
  hintOf: ({ url }) => hintOfUrl(url),
  missing: () => null,
  refuse: ({ url }, env) => refuseHookUrl(url, env),
  isVerifiedByLink: false,
  isIntrusive: false,
  defaultDelayMinutes: 0,
  usedByDefault: "all",
  sendsChanges: "all",
  editsMessages: false,
  takesDigest: false,
}
