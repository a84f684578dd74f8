import { createPublicKey, verify } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"
import { z } from "zod"
import { actFromChat } from "../../graphql/alert/act-from-chat.ts"
import { findChatAccount } from "../../graphql/chat/connect.ts"
import { linkUrl } from "../../graphql/chat/link.ts"
import { findRoom, listRoomConfigs } from "../../graphql/channel/find-rooms.ts"
import { discordBot } from "../../graphql/channel/kinds/discord-bot.ts"
import type { Services } from "../../services.ts"
import { createPace } from "../pace.ts"
import type { Pressed } from "./pressed.ts"
import { isFresh, refused } from "./pressed.ts"

/** Numbers of Discord's documentation. */
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

/** How often a stranger is told how to become known, so that nobody is tired of it. */
const tellOnce = createPace(1, 86_400_000, 10_000)

const pressed = /^(acknowledge|resolve):([0-9a-f-]{36})$/

/**
 * A button that was pressed under a message of ours, or Discord's question whether anybody is there. The room's
 * channel holds the public key, and nothing is done before the signature over the raw body holds.
 */
export async function pressInDiscord(
  services: Services,
  headers: IncomingHttpHeaders,
  raw: Buffer,
): Promise<Pressed> {
  const timestamp = String(headers["x-signature-timestamp"] ?? "")
  const signature = Buffer.from(String(headers["x-signature-ed25519"] ?? ""), "hex")
  if (!isFresh(timestamp, services.clock.now()) || signature.length !== 64) return refused
  const isSigned = (publicKey: string) =>
    verify(null, Buffer.concat([Buffer.from(timestamp), raw]), keyOf(publicKey), signature)
  const told = readInteraction(raw)
  if (told === null) return refused
  if (told.type === asks.ping) {
    // It names no room, and is asked while somebody sets the application up.
    const configs = await listRoomConfigs(services, discordBot)
    const own = configs.filter(({ token }) => applicationOf(token) === told.application_id)
    const keys = new Set(own.map(({ publicKey }) => publicKey))
    return [...keys].some(isSigned) ? { status: 200, body: { type: answers.pong } } : refused
  }
  const [, deed, alertId = ""] = pressed.exec(told.data.custom_id) ?? []
  const room = await findRoom(services, discordBot, { alertId, room: told.channel_id })
  if (room === null || !isSigned(room.config.publicKey)) return refused
  if (!room.isOpen) {
    return whisper("This room is no longer a channel that alerts are sent to; nothing was done.")
  }
  const name = nameOf(told)
  const memberId = (told.member?.user ?? told.user)?.id ?? null
  const userId = memberId === null ? null : await findChatAccount(services, memberId)
  const said = await actFromChat(services, {
    deed: deed === "resolve" ? "resolve" : "acknowledge",
    projectId: room.projectId,
    alertId,
    by: { host: "Discord", name, email: null, userId },
  })
  if (said !== null) return whisper(said)
  const isStranger = memberId !== null && userId === null
  return isStranger && tellOnce(memberId, services.clock.monotonicMs()) === 0
    ? whisper(
        `Done as ${name} (Discord). If you have an account here, connect it, and you act as yourself: <${linkUrl(services, { memberId, name })}>`,
      )
    : { status: 200, body: { type: answers.deferredUpdate } }
}

function readInteraction(raw: Buffer) {
  try {
    return interaction.parse(JSON.parse(raw.toString("utf8")))
  } catch {
    // Whoever sent this is not Discord, or asks for what no message of ours offers.
    return null
  }
}

/** A bot's token begins with its id, which is its application's. */
const applicationOf = (token: string): string =>
  Buffer.from(token.split(".")[0] ?? "", "base64").toString()

const spki = Buffer.from("302a300506032b6570032100", "hex")

/** From 64 hexadecimal digits; RFC 8410 says what stands before the key itself. */
const keyOf = (publicKey: string) =>
  createPublicKey({
    key: Buffer.concat([spki, Buffer.from(publicKey, "hex")]),
    format: "der",
    type: "spki",
  })

function nameOf({ member, user }: Component): string {
  const known = member?.user ?? user
  return member?.nick ?? known?.global_name ?? known?.username ?? "Somebody"
}

const whisper = (content: string): Pressed => ({
  status: 200,
  body: {
    type: answers.message,
    data: { content, flags: onlyForThem, allowed_mentions: { parse: [] } },
  },
})
