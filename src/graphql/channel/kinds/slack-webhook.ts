import { z } from "zod"
import type { Kind } from "../kind.ts"
import { hintOfUrl, hookUrl, refuseHookUrl } from "./hook-url.ts"

/** Slack's own, or of a host that speaks like it. */
const config = z.strictObject({
  url: hookUrl("must be a webhook's URL, such as https://hooks.slack.com/services/T…/B…/…"),
})

export type SlackWebhookConfig = z.output<typeof config>

export const slackWebhook: Kind<SlackWebhookConfig> = {
  kind: "slack_webhook",
  owners: ["project"],
  config,
  addressOf: ({ url }) => new URL(url).href,
  hintOf: ({ url }) => hintOfUrl(url),
  missing: () => null,
  refuse: ({ url }, env) => refuseHookUrl(url, env),
}
