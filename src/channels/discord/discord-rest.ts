import type { REST } from "discord.js"
import type { Finding } from "../../findings/finding.ts"
import type { Env } from "../../platform/env.ts"
import { discordErrors } from "../../findings/codes/delivery.ts"
import { failed, said, unreached } from "../http-outcome.ts"
import type { Outcome } from "../message.ts"

/** Loaded on first use, because the library is large. */
const load = () => import("discord.js")

/** Code of one of Discord's errors. */
const unknownMessage = 10_008
const provider = "Discord"

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
    const finding = { code: "provider_limits", parameters: { provider } } as const
    return failed({ status: 429, finding, afterSeconds })
  }
  if (thrown instanceof DiscordAPIError) {
    const { status, code, message } = thrown
    const error = discordErrors.find((one) => one === code || one === status)
    const finding: Finding =
      error === undefined
        ? { code: "provider_refused", parameters: { provider, said: said(message) } }
        : { code: "discord_refused", parameters: { error } }
    return failed({ status, finding })
  }
  if (thrown instanceof HTTPError) {
    const { status } = thrown
    return failed({
      status,
      finding: { code: "provider_failed", parameters: { provider, status } },
    })
  }
  return unreached(provider, thrown)
}
