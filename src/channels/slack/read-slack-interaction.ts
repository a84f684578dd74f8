import { createHmac, timingSafeEqual } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"
import { z } from "zod"
import { isFresh } from "../is-fresh.ts"
import type { SlackBotConfig } from "./slack-bot.ts"

const payload = z.object({
  type: z.literal("block_actions"),
  user: z.object({ id: z.string(), name: z.string().optional(), username: z.string().optional() }),
  channel: z.object({ id: z.string() }),
  actions: z.array(z.object({ action_id: z.string(), value: z.string().optional() })),
})
const actionNames = z.enum(["acknowledge", "resolve"])

/** A button of one of our messages that somebody pressed. */
export type SlackPress = {
  action: z.output<typeof actionNames>
  /** The name is the one that the payload gives. */
  user: { id: string; name: string }
  /** Of this press alone. */
  signature: string
}

export type SlackInteraction =
  /** Not from Slack, too old, or something that our messages do not offer. */
  | { kind: "invalid" }
  /** Link buttons send a callback too, which only needs an empty 200. */
  | { kind: "link" }
  | {
      kind: "press"
      /** They find the channel whose signing secret verifies the rest. */
      channelId: string
      alertId: string
      /** @returns null where the signature over the raw body is not of this app. */
      verify(config: Pick<SlackBotConfig, "signingSecret">): SlackPress | null
    }

export function readSlackInteraction(
  headers: IncomingHttpHeaders,
  raw: Buffer,
  now: Date,
): SlackInteraction {
  const timestamp = String(headers["x-slack-request-timestamp"] ?? "")
  const signature = String(headers["x-slack-signature"] ?? "")
  const given = isFresh(timestamp, now) ? readPayload(raw) : null
  if (given === null) return { kind: "invalid" }
  const { actions, channel, user } = given
  const action = actions.find(({ action_id: name }) => actionNames.safeParse(name).success)
  if (action === undefined) return { kind: "link" }
  return {
    kind: "press",
    channelId: channel.id,
    alertId: action.value ?? "",
    verify: ({ signingSecret }) =>
      isSigned(signingSecret, timestamp, raw, signature)
        ? {
            action: actionNames.parse(action.action_id),
            user: { id: user.id, name: user.username ?? user.name ?? user.id },
            signature,
          }
        : null,
  }
}

function readPayload(raw: Buffer): z.output<typeof payload> | null {
  try {
    const text = new URLSearchParams(raw.toString("utf8")).get("payload") ?? ""
    return payload.parse(JSON.parse(text))
  } catch {
    // Not from Slack, or an action that our messages do not offer.
    return null
  }
}

/** Version 0 of Slack's signatures: HMAC-SHA256 over "v0:<timestamp>:<body>" in hexadecimal digits. */
function isSigned(secret: string, timestamp: string, raw: Buffer, signature: string): boolean {
  const expected = createHmac("sha256", secret).update(`v0:${timestamp}:`).update(raw).digest("hex")
  const [given, wanted] = [Buffer.from(signature), Buffer.from(`v0=${expected}`)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
