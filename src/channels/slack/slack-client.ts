import type { LogLevel, WebClient } from "@slack/web-api"
import type { Env } from "../../platform/env.ts"

/**
 * Slack's Web API with a bot token. Does not retry: the caller decides what a failure means. The library is loaded on
 * first use.
 */
export async function openSlack(
  token: string,
  { SLACK_API_URL }: Pick<Env, "SLACK_API_URL">,
  signal: AbortSignal,
): Promise<WebClient> {
  const { LogLevel, WebClient } = await import("@slack/web-api")
  return new WebClient(token, {
    slackApiUrl: SLACK_API_URL,
    allowAbsoluteUrls: false,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    // The caller logs failures.
    logger: silent(LogLevel.ERROR),
    fetch: (url, init) => fetch(url, { ...init, signal }),
  })
}

const nothing = () => undefined
const silent = (level: LogLevel) => ({
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  setLevel: nothing,
  getLevel: () => level,
  setName: nothing,
})
