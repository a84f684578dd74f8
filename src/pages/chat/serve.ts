import type { IncomingMessage, ServerResponse } from "node:http"
import { networkOf } from "../../peer.ts"
import type { Services } from "../../services.ts"
import { createPace } from "../pace.ts"
import { pressInDiscord } from "./discord.ts"
import type { Pressed } from "./pressed.ts"
import { refused } from "./pressed.ts"
import { pressInSlack } from "./slack.ts"

const presses: Record<string, typeof pressInSlack> = {
  "/hooks/slack/interactions": pressInSlack,
  "/hooks/discord/interactions": pressInDiscord,
}
export const chatPaths = Object.keys(presses)

/** Chats come from few addresses with everything that their customers press. */
const pressesAMinute = 600

type Exchange = { req: IncomingMessage; res: ServerResponse; path: string; peer: string }

/** What Slack and Discord call when somebody presses a button. */
export function createChat(services: Services) {
  const pace = createPace(pressesAMinute, 60_000, 10_000)
  return async (
    { req, res, path, peer }: Exchange,
    readRaw: (req: IncomingMessage) => Promise<Buffer>,
  ): Promise<void> => {
    const waitMs = pace(networkOf(peer), services.clock.monotonicMs())
    if (waitMs > 0) {
      res.setHeader("retry-after", String(Math.ceil(waitMs / 1000)))
      answer(res, { status: 429, body: { error: "Too many calls; come again later." } })
      req.resume()
      return
    }
    const pressed = (await presses[path]?.(services, req.headers, await readRaw(req))) ?? refused
    answer(res, pressed)
    try {
      await pressed.afterwards?.()
    } catch (error) {
      services.log.warn({ err: error }, "a word to whoever pressed a button was not taken")
    }
  }
}

function answer(res: ServerResponse, { status, body }: Pressed): void {
  const text = body === null ? "" : JSON.stringify(body)
  res.writeHead(status, {
    ...(body === null ? {} : { "content-type": "application/json; charset=utf-8" }),
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
  })
  res.end(text)
}
