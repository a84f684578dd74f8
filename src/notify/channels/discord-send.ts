import type { REST } from "discord.js"
import type { Env } from "../../env.ts"
import type { Outcome } from "./channel.ts"

/** Loaded by the first who needs it: the library weighs more than everything else that notify is made of. */
const load = () => import("discord.js")

/** Codes of Discord's errors. */
const unknownMessage = 10_008
const lost: Record<number, string> = {
  10_003: "Discord knows no such room any more.",
  10_015: "The webhook was deleted in Discord; make a new one.",
  50_001: "The bot cannot see the room; invite it to the server and let it view the channel.",
  50_013: "The bot may not write in the room; give it the permission Send Messages.",
  50_027: "The webhook's token is not right; copy its URL from Discord again.",
}

type Asked = {
  /** Null for webhooks, whose address is their credential. */
  token: string | null
  env: Pick<Env, "DISCORD_API_URL">
  /** Changes the message that went before; null where its receipt cannot be read. */
  edit: ((rest: REST) => Promise<unknown>) | null
  post(rest: REST): Promise<unknown>
  /** What a message is called, to find it again. */
  receiptOf(message: unknown): string | null
  previousReceipt: string | null
}

/** Edits the message that went before, else posts one; each once, as the outbox decides about another try. */
export async function sendToDiscord(asked: Asked): Promise<Outcome> {
  const { REST, DiscordAPIError } = await load()
  const rest = new REST({
    version: "10",
    api: asked.env.DISCORD_API_URL,
    retries: 0,
    rejectOnRateLimit: () => true,
    // Made for one message, so there is nothing to sweep.
    hashSweepInterval: 0,
    handlerSweepInterval: 0,
  })
  if (asked.token !== null) rest.setToken(asked.token)
  try {
    if (asked.edit !== null && asked.previousReceipt !== null) {
      try {
        await asked.edit(rest)
        return { kind: "delivered", receipt: asked.previousReceipt, isFinal: true }
      } catch (error) {
        // Somebody deleted it; the news becomes a message of its own.
        if (!(error instanceof DiscordAPIError && error.code === unknownMessage)) throw error
      }
    }
    const message = await asked.post(rest)
    return { kind: "delivered", receipt: asked.receiptOf(message), isFinal: true }
  } catch (error) {
    return outcomeOf(error)
  }
}

async function outcomeOf(error: unknown): Promise<Outcome> {
  const { DiscordAPIError, HTTPError, RateLimitError } = await load()
  if (error instanceof RateLimitError) {
    const seconds = error.retryAfter / 1000
    // No number where the header was none, such as a date.
    const afterSeconds = Number.isFinite(seconds) ? seconds : null
    return { kind: "retry", afterSeconds, status: 429, error: "Discord asked to slow down." }
  }
  if (error instanceof DiscordAPIError) {
    const { status, code } = error
    const known = lost[Number(code)]
    if (known !== undefined) return { kind: "dead", status, error: known }
    if (status === 401) {
      const words = "Discord does not take the bot's token; copy it from the application again."
      return { kind: "dead", status, error: words }
    }
    return { kind: "dead", status, error: `Discord refused the message: ${error.message}` }
  }
  if (error instanceof HTTPError) {
    const { status } = error
    return { kind: "retry", afterSeconds: null, status, error: `Discord answered ${status}.` }
  }
  if (!(error instanceof Error)) throw error
  const words = `Discord was not reached: ${error.message}.`
  return { kind: "retry", afterSeconds: null, status: null, error: words }
}
