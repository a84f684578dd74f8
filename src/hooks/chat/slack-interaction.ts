import type { IncomingHttpHeaders } from "node:http"
import { readSlackInteraction } from "../../channels/slack/read-slack-interaction.ts"
import { slackBot } from "../../channels/slack/slack-bot.ts"
import { readSlackPerson, whisperInSlack } from "../../channels/slack/slack-person.ts"
import { findChatChannel } from "../../graphql/delivery/channel/find-chat-channels.ts"
import { actFromChat } from "../../graphql/incidents/alert/act-from-chat.ts"
import type { Services } from "../../platform/services.ts"
import { refused, type Pressed, type TakeOnce } from "./pressed-button.ts"

/** Handles a button press: the channel that it names holds the secret that verifies it before anything is done. */
export async function pressInSlack(
  services: Services,
  headers: IncomingHttpHeaders,
  raw: Buffer,
  takeOnce: TakeOnce,
): Promise<Pressed> {
  const interaction = readSlackInteraction(headers, raw, services.clock.now())
  if (interaction.kind === "invalid") return refused
  if (interaction.kind === "link") return { status: 200, body: null }
  const { alertId, channelId } = interaction
  const chat = await findChatChannel(services, slackBot, { alertId, channelId })
  if (chat === null) return refused
  const press = interaction.verify(chat.config)
  if (press === null) return refused
  const { config, projectId, isOpen } = chat
  const slack = { env: services.env, token: config.token }
  const { action, user, signature } = press
  const said = isOpen
    ? await actFromChat(services, {
        action,
        projectId,
        alertId,
        isFirst: () => takeOnce(signature),
        by: { host: "Slack", ...(await readSlackPerson(slack, user)), userId: null },
      })
    : "This channel no longer receives alerts. Nothing was changed."
  if (said === null) return { status: 200, body: null }
  return {
    status: 200,
    body: null,
    afterwards: () => whisperInSlack(slack, { channelId, userId: user.id, text: said }),
  }
}
