import type { IncomingMessage, ServerResponse } from "node:http"
import { renewBrowser } from "../../graphql/status-pages/subscriber/renew-browser.ts"
import { DomainError } from "../../graphql/kernel/errors.ts"
import { networkOf } from "../../platform/peer.ts"
import type { Services } from "../../platform/services.ts"
import { readForm } from "../../http/read-form.ts"
import { retryAfter } from "../../http/rate-limited.ts"
import { createRateLimiter } from "../../platform/rate-limit/rate-limiter.ts"

export const renewalPath = "/hooks/push"

/** Browsers renew every few months; more frequent requests are guesses. */
const callsAMinute = 20

type Exchange = { req: IncomingMessage; res: ServerResponse; peer: string }

/** Handles the service worker's report of a new push subscription: a form with `before` and `after`. */
export function createRenewal(services: Services) {
  const limit = createRateLimiter(services.clock, { points: callsAMinute, windowMs: 60_000 })
  return async ({ req, res, peer }: Exchange): Promise<void> => {
    const waitMs = limit.consume(networkOf(peer))
    if (waitMs > 0) {
      req.resume()
      res.setHeader("retry-after", retryAfter(waitMs))
      answer(res, 429, "Too many requests. Try again later.")
      return
    }
    const form = await readForm(req)
    try {
      const [before, after] = [read(form, "before"), read(form, "after")]
      const moved = await renewBrowser(services, { before, after })
      if (moved > 0) res.writeHead(204, { "cache-control": "no-store" }).end()
      else answer(res, 404, "No channel uses the previous subscription.")
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      answer(res, 400, error.message)
    }
  }
}

/** Parses a PushSubscription; null if invalid. */
function read(form: URLSearchParams | null, member: string): unknown {
  try {
    return JSON.parse(form?.get(member) ?? "null")
  } catch {
    // Invalid JSON is refused like any other invalid subscription.
    return null
  }
}

function answer(res: ServerResponse, status: number, words: string): void {
  res.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
  })
  res.end(words)
}
