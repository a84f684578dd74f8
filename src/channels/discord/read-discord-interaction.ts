import { createPublicKey, verify } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"
import { z } from "zod"
import { isFresh } from "../is-fresh.ts"
import type { DiscordBotConfig } from "./discord-bot.ts"

/** Constants of Discord's API. */
const asks = { ping: 1, component: 3 } as const
const answers = { pong: 1, message: 4, deferredUpdate: 6 } as const
const onlyForThem = 64

const person = z.object({
  id: z.string().max(50),
  username: z.string(),
  global_name: z.string().nullish(),
})

const interaction = z.discriminatedUnion("type", [
  z.object({ type: z.literal(asks.ping), application_id: z.string() }),
  z.object({
    type: z.literal(asks.component),
    channel_id: z.string(),
    data: z.object({ custom_id: z.string() }),
    member: z.object({ user: person, nick: z.string().nullish() }).optional(),
    user: person.optional(),
  }),
])
type Component = Extract<z.output<typeof interaction>, { type: typeof asks.component }>

/** A button of one of our messages that somebody pressed. */
export type DiscordPress = {
  action: "acknowledge" | "resolve"
  user: { id: string | null; name: string }
  /** Of this press alone. */
  signature: string
}

export type DiscordInteraction =
  /** Not from Discord, too old, or something that our messages do not offer. */
  | { kind: "invalid" }
  /** Sent while an application is set up; it names no channel. */
  | { kind: "ping"; isSignedBy(configs: DiscordBotConfig[]): boolean }
  | {
      kind: "press"
      /** They find the channel whose public key verifies the rest. */
      channelId: string
      alertId: string
      /** @returns null where the signature over the raw body is not of this application. */
      verify(config: Pick<DiscordBotConfig, "publicKey">): DiscordPress | null
    }

const pressed = /^(acknowledge|resolve):([0-9a-f-]{36})$/

export function readDiscordInteraction(
  headers: IncomingHttpHeaders,
  raw: Buffer,
  now: Date,
): DiscordInteraction {
  const timestamp = String(headers["x-signature-timestamp"] ?? "")
  const signature = Buffer.from(String(headers["x-signature-ed25519"] ?? ""), "hex")
  const given = isFresh(timestamp, now) && signature.length === 64 ? readBody(raw) : null
  if (given === null) return { kind: "invalid" }
  const isSigned = (publicKey: string) =>
    verify(null, Buffer.concat([Buffer.from(timestamp), raw]), keyOf(publicKey), signature)
  if (given.type === asks.ping) {
    return {
      kind: "ping",
      isSignedBy(configs) {
        const own = configs.filter(({ token }) => applicationOf(token) === given.application_id)
        return [...new Set(own.map(({ publicKey }) => publicKey))].some(isSigned)
      },
    }
  }
  const [, action, alertId = ""] = pressed.exec(given.data.custom_id) ?? []
  return {
    kind: "press",
    channelId: given.channel_id,
    alertId,
    verify: ({ publicKey }) =>
      isSigned(publicKey)
        ? {
            action: action === "resolve" ? "resolve" : "acknowledge",
            user: userOf(given),
            signature: signature.toString("hex"),
          }
        : null,
  }
}

function readBody(raw: Buffer) {
  try {
    return interaction.parse(JSON.parse(raw.toString("utf8")))
  } catch {
    // Not from Discord, or an action that our messages do not offer.
    return null
  }
}

/** A bot token starts with the application id. */
const applicationOf = (token: string): string =>
  Buffer.from(token.split(".")[0] ?? "", "base64").toString()

const spki = Buffer.from("302a300506032b6570032100", "hex")

/** Parses 64 hexadecimal digits; the DER prefix is from RFC 8410. */
const keyOf = (publicKey: string) =>
  createPublicKey({
    key: Buffer.concat([spki, Buffer.from(publicKey, "hex")]),
    format: "der",
    type: "spki",
  })

function userOf({ member, user }: Component): DiscordPress["user"] {
  const known = member?.user ?? user
  return {
    id: known?.id ?? null,
    name: member?.nick ?? known?.global_name ?? known?.username ?? "Somebody",
  }
}

/** Response bodies. */
export const pong = { type: answers.pong }
export const deferredUpdate = { type: answers.deferredUpdate }
/** A text that only the person who pressed the button sees. */
export const whisper = (content: string) => ({
  type: answers.message,
  data: { content, flags: onlyForThem, allowed_mentions: { parse: [] } },
})
