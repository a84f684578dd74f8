import { LogLevel, WebClient } from "@slack/web-api"
import type { Env } from "../../platform/env.ts"

/** Slack's Web API with a bot token. Does not retry: the caller decides what a failure means. */
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
    // The caller logs failures.
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
