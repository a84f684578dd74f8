import type { REST } from "discord.js"
import type { Env } from "../../platform/env.ts"
import { innermost } from "../../platform/innermost.ts"
import { failed } from "../http-outcome.ts"
import type { Outcome } from "../message.ts"

/** Loaded on first use, because the library is large. */
const load = () => import("discord.js")

/** Codes of Discord's errors. */
const unknownMessage = 10_008
const lost: Record<number, string> = {
  10_003: "Discord channel not found.",
  10_015: "The webhook was deleted in Discord. Create a new one.",
  50_001: "The bot cannot see the channel. Invite it to the server and grant View Channel.",
  50_013: "The bot cannot write in the channel. Grant it the Send Messages permission.",
  50_027: "The webhook token is invalid. Copy the webhook URL from Discord again.",
}

type Asked = {
  /** Null for webhooks, whose URL is their credential. */
  token: string | null
  env: Pick<Env, "DISCORD_API_URL">
  /** Edits the previous message; null if its receipt cannot be parsed. */
  edit: ((rest: REST) => Promise<unknown>) | null
  post(rest: REST): Promise<unknown>
  /** The receipt of a message, to find it again. */
  receiptOf(message: unknown): string | null
  previousReceipt: string | null
}

/** Edits the previous message, or else posts one. Does not retry: the outbox decides about that. */
export async function sendToDiscord(asked: Asked): Promise<Outcome> {
  const { REST, DiscordAPIError } = await load()
  const rest = new REST({
    version: "10",
    api: asked.env.DISCORD_API_URL,
    retries: 0,
    rejectOnRateLimit: () => true,
    // Used for one message, so there is nothing to clean up.
    hashSweepInterval: 0,
    handlerSweepInterval: 0,
  })
  if (asked.token !== null) rest.setToken(asked.token)
  try {
    if (asked.edit !== null && asked.previousReceipt !== null) {
      try {
        await asked.edit(rest)
        return { kind: "accepted", receipt: asked.previousReceipt, isConfirmed: true }
      } catch (error) {
        // The message was deleted, so a new one is posted.
        if (!(error instanceof DiscordAPIError && error.code === unknownMessage)) throw error
      }
    }
    const message = await asked.post(rest)
    const receipt = asked.receiptOf(message)
    return { kind: "accepted", receipt, isConfirmed: receipt !== null }
  } catch (error) {
    return outcomeOf(error)
  }
}

async function outcomeOf(thrown: unknown): Promise<Outcome> {
  const { DiscordAPIError, HTTPError, RateLimitError } = await load()
  if (thrown instanceof RateLimitError) {
    const seconds = thrown.retryAfter / 1000
    // Null if the header is missing or not a number.
    const afterSeconds = Number.isFinite(seconds) ? seconds : null
    return failed({ status: 429, error: "Discord rate limit reached.", afterSeconds })
  }
  if (thrown instanceof DiscordAPIError) {
    const { status, code, message } = thrown
    const known =
      status === 401
        ? "Discord rejected the bot token. Copy it from the application again."
        : `Discord refused the message: ${message}`
    return failed({ status, error: lost[Number(code)] ?? known })
  }
  if (thrown instanceof HTTPError) {
    const { status } = thrown
    return failed({ status, error: `Discord returned ${status}.` })
  }
  if (!(thrown instanceof Error)) throw thrown
  return failed({ status: null, error: `Could not reach Discord: ${innermost(thrown).message}.` })
}
