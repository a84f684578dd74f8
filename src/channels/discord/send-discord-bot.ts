import { z } from "zod"
import type { DiscordBotConfig } from "./discord-bot.ts"
import type { Sender } from "../message.ts"
import { discordMessageOf } from "./discord-message.ts"
import { sendToDiscord } from "./discord-rest.ts"

const posted = z.object({ id: z.string(), channel_id: z.string() })

/** A message of our own application, with buttons, which changes as its alert moves. */
export const discordBot: Sender<DiscordBotConfig> = {
  kind: "discord_bot",
  send({ token, channelId }, message, { services, deliveryId, previousReceipt, signal }) {
    const body = discordMessageOf(message, { isApp: true })
    const [channel, id] = previousReceipt?.split(":") ?? []
    return sendToDiscord({
      token,
      env: services.env,
      previousReceipt,
      edit:
        channel === undefined || id === undefined
          ? null
          : (rest) => rest.patch(`/channels/${channel}/messages/${id}`, { body, signal }),
      post: (rest) =>
        rest.post(`/channels/${channelId}/messages`, {
          // For a few minutes Discord accepts a nonce only once.
          body: { ...body, nonce: nonceOf(deliveryId), enforce_nonce: true },
          signal,
        }),
      receiptOf(answer) {
        const known = posted.safeParse(answer)
        return known.success ? `${known.data.channel_id}:${known.data.id}` : null
      },
    })
  },
}

/** At most 25 characters. */
const nonceOf = (id: string): string =>
  Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url")
