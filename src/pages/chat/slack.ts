import { createHmac, timingSafeEqual } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"
import { z } from "zod"
import type { ChatPerson } from "../../graphql/alert/act-from-chat.ts"
import { actFromChat } from "../../graphql/alert/act-from-chat.ts"
import { findRoom } from "../../graphql/channel/find-rooms.ts"
import { slackBot } from "../../graphql/channel/kinds/slack-bot.ts"
import type { Services } from "../../services.ts"
import { openSlack } from "../../slack.ts"
import type { Pressed } from "./pressed.ts"
import { isFresh, refused } from "./pressed.ts"

const payload = z.object({
  type: z.literal("block_actions"),
  user: z.object({ id: z.string(), name: z.string().optional(), username: z.string().optional() }),
  channel: z.object({ id: z.string() }),
  actions: z.array(z.object({ action_id: z.string(), value: z.string().optional() })),
})
type Payload = z.output<typeof payload>

const deeds = z.enum(["acknowledge", "resolve"])

/** Slack waits three seconds for an answer; each look at its own API gets a part of that. */
const askMs = 1200

/**
 * A button that was pressed under a message of ours. The payload names the room, the room's channel holds the
 * secret, and nothing is done before the signature over the raw body holds.
 */
export async function pressInSlack(
  services: Services,
  headers: IncomingHttpHeaders,
  raw: Buffer,
): Promise<Pressed> {
  const timestamp = String(headers["x-slack-request-timestamp"] ?? "")
  if (!isFresh(timestamp, services.clock.now())) return refused
  const told = readPayload(raw)
  if (told === null) return refused
  const action = told.actions.find(({ action_id }) => deeds.safeParse(action_id).success)
  // Links tell that they were followed, and only want to hear that this was heard.
  if (action === undefined) return { status: 200, body: null }
  const { value: alertId = "" } = action
  const room = await findRoom(services, slackBot, { alertId, room: told.channel.id })
  if (room === null) return refused
  const { token, signingSecret } = room.config
  if (!isSigned(signingSecret, timestamp, raw, String(headers["x-slack-signature"] ?? ""))) {
    return refused
  }
  const whisper = (text: string) => async () => {
    const slack = openSlack(token, services.env, AbortSignal.timeout(askMs))
    await slack.chat.postEphemeral({ channel: told.channel.id, user: told.user.id, text })
  }
  const said = room.isOpen
    ? await actFromChat(services, {
        deed: deeds.parse(action.action_id),
        projectId: room.projectId,
        alertId,
        by: await readPerson(services, token, told.user),
      })
    : "This room is no longer a channel that alerts are sent to; nothing was done."
  if (said === null) return { status: 200, body: null }
  return { status: 200, body: null, afterwards: whisper(escape(said)) }
}

function readPayload(raw: Buffer): Payload | null {
  try {
    const text = new URLSearchParams(raw.toString("utf8")).get("payload") ?? ""
    return payload.parse(JSON.parse(text))
  } catch {
    // Whoever sent this is not Slack, or asks for what no message of ours offers.
    return null
  }
}

/** Version 0 of Slack's signatures: HMAC-SHA256 over "v0:<timestamp>:<body>" in hexadecimal digits. */
function isSigned(secret: string, timestamp: string, raw: Buffer, signature: string): boolean {
  const expected = createHmac("sha256", secret).update(`v0:${timestamp}:`).update(raw).digest("hex")
  const [given, wanted] = [Buffer.from(signature), Buffer.from(`v0=${expected}`)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Who it was, by name and, where the app may read it, by address; a Slack that is slow costs no deed. */
async function readPerson(
  { env }: Services,
  token: string,
  { id, name, username }: Payload["user"],
): Promise<ChatPerson> {
  const plain = { host: "Slack", name: username ?? name ?? id, email: null, userId: null } as const
  try {
    const slack = openSlack(token, env, AbortSignal.timeout(askMs))
    const { user } = await slack.users.info({ user: id })
    const email = user?.is_email_confirmed === true ? (user.profile?.email ?? null) : null
    const shown = user?.profile?.display_name || user?.profile?.real_name || plain.name
    return { ...plain, name: shown, email }
  } catch {
    // Without the scope users:read, too: the name from the payload does.
    return plain
  }
}

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
