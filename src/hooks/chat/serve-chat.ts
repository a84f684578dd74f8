import type { ServerResponse } from "node:http"
import { networkOf } from "../../platform/peer.ts"
import type { Services } from "../../platform/services.ts"
import type { Exchange } from "../../http/exchange.ts"
import { retryAfter } from "../../http/rate-limited.ts"
import { readBody } from "../../http/read-body.ts"
import { replayMs } from "../../channels/is-fresh.ts"
import { createRateLimiter } from "../../platform/rate-limit/rate-limiter.ts"
import { createSharedRateLimiter } from "../../platform/rate-limit/shared-rate-limiter.ts"
import { pressInDiscord } from "./discord-interaction.ts"
import { refused, type Pressed, type TakeOnce } from "./pressed-button.ts"
import { pressInSlack } from "./slack-interaction.ts"

const presses: Record<string, typeof pressInSlack> = {
  "/hooks/slack/interactions": pressInSlack,
  "/hooks/discord/interactions": pressInDiscord,
}
export const chatPaths = Object.keys(presses)

/** Slack and Discord send the clicks of all customers from few addresses. */
const pressesAMinute = 600
const maxBytes = 256 * 1024

/** Handles button callbacks of Slack and Discord. */
export function createChat(services: Services) {
  const limit = createRateLimiter(services.clock, { points: pressesAMinute, windowMs: 60_000 })
  const taken = createSharedRateLimiter(services, "chat press", { points: 1, windowMs: replayMs })
  const takeOnce: TakeOnce = async (signature) => (await taken.consume(signature)) === 0
  return async ({ req, res, path, peer }: Exchange): Promise<void> => {
    const waitMs = limit.consume(networkOf(peer))
    if (waitMs > 0) {
      res.setHeader("retry-after", retryAfter(waitMs))
      answer(res, { status: 429, body: { error: "Too many requests. Try again later." } })
      req.resume()
      return
    }
    const raw = await readBody(req, maxBytes)
    const pressed = (await presses[path]?.(services, req.headers, raw, takeOnce)) ?? refused
    answer(res, pressed)
    try {
      await pressed.afterwards?.()
    } catch (error) {
      services.log.warn({ err: error }, "could not reply to the person who pressed a button")
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
