import { LogLevel, WebClient } from "@slack/web-api"
import type { Env } from "./env.ts"

/** Slack's Web API with a bot's token. It tries once: whoever calls decides what a failure means. */
export const openSlack = (
  token: string,
  { SLACK_API_URL }: Pick<Env, "SLACK_API_URL">,
  signal: AbortSignal,
): WebClient =>
  new WebClient(token, {
    slackApiUrl: SLACK_API_URL,
    allowAbsoluteUrls: false,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    // Failures are outcomes that we tell ourselves.
    logger: silent,
    fetch: (url, init) => fetch(url, { ...init, signal }),
  })

const nothing = () => undefined
const silent = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  setLevel: nothing,
  getLevel: () => LogLevel.ERROR,
  setName: nothing,
}
