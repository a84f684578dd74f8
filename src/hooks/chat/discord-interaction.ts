import type { IncomingHttpHeaders } from "node:http"
import { discordBot } from "../../channels/discord/discord-bot.ts"
import {
  deferredUpdate,
  pong,
  readDiscordInteraction,
  whisper,
} from "../../channels/discord/read-discord-interaction.ts"
import {
  findChatChannel,
  listChatConfigs,
} from "../../graphql/delivery/channel/find-chat-channels.ts"
import { linkUrl } from "../../graphql/delivery/chat/chat-link.ts"
import { findChatAccount } from "../../graphql/delivery/chat/connect-chat.ts"
import { actFromChat } from "../../graphql/incidents/alert/act-from-chat.ts"
import { systemClock } from "../../platform/clock.ts"
import { createRateLimiter } from "../../platform/rate-limit/rate-limiter.ts"
import type { Services } from "../../platform/services.ts"
import { refused, type Pressed, type TakeOnce } from "./pressed-button.ts"

/** How often an unknown user gets the private link that connects accounts. */
const tellOnce = createRateLimiter(systemClock, { points: 1, windowMs: 86_400_000 })

const ok = (body: object): Pressed => ({ status: 200, body })

/** Handles a button press or Discord's ping; the public key of a channel verifies it before anything is done. */
export async function pressInDiscord(
  services: Services,
  headers: IncomingHttpHeaders,
  raw: Buffer,
  takeOnce: TakeOnce,
): Promise<Pressed> {
  const interaction = readDiscordInteraction(headers, raw, services.clock.now())
  if (interaction.kind === "invalid") return refused
  if (interaction.kind === "ping") {
    const configs = await listChatConfigs(services, discordBot)
    return interaction.isSignedBy(configs) ? ok(pong) : refused
  }
  const { alertId, channelId } = interaction
  const chat = await findChatChannel(services, discordBot, { alertId, channelId })
  if (chat === null) return refused
  const press = interaction.verify(chat.config)
  if (press === null) return refused
  if (!chat.isOpen) {
    return ok(whisper("This channel no longer receives alerts. Nothing was changed."))
  }
  const { name, id: memberId } = press.user
  const userId = memberId === null ? null : await findChatAccount(services, memberId)
  const said = await actFromChat(services, {
    action: press.action,
    projectId: chat.projectId,
    alertId,
    isFirst: () => takeOnce(press.signature),
    by: { host: "Discord", name, email: null, userId },
  })
  if (said !== null) return ok(whisper(said))
  const isStranger = memberId !== null && userId === null
  return isStranger && tellOnce.consume(memberId) === 0
    ? ok(
        whisper(
          `Done as ${name} (Discord). If you have an account here, connect it, and you act as yourself: <${linkUrl(services, { memberId, name })}>`,
        ),
      )
    : ok(deferredUpdate)
}
