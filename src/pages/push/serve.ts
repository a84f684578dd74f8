import type { IncomingMessage, ServerResponse } from "node:http"
import { renewBrowser } from "../../graphql/channel/renew-browser.ts"
import { DomainError } from "../../graphql/errors.ts"
import { networkOf } from "../../peer.ts"
import type { Services } from "../../services.ts"
import { readForm } from "../form.ts"
import { createPace } from "../pace.ts"

export const renewalPath = "/hooks/push"

/** A browser renews itself once in months; whoever asks more often guesses. */
const callsAMinute = 20

type Exchange = { req: IncomingMessage; res: ServerResponse; peer: string }

/** Where the service worker tells that its browser has a new push subscription: a form of `before` and `after`. */
export function createRenewal(services: Services) {
  const pace = createPace(callsAMinute, 60_000, 10_000)
  return async ({ req, res, peer }: Exchange): Promise<void> => {
    const waitMs = pace(networkOf(peer), services.clock.monotonicMs())
    if (waitMs > 0) {
      req.resume()
      res.setHeader("retry-after", String(Math.ceil(waitMs / 1000)))
      answer(res, 429, "Too many calls; come again later.")
      return
    }
    const form = await readForm(req)
    try {
      const [before, after] = [read(form, "before"), read(form, "after")]
      const moved = await renewBrowser(services, { before, after })
      if (moved > 0) res.writeHead(204, { "cache-control": "no-store" }).end()
      else answer(res, 404, "No channel of this installation goes to the subscription before.")
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      answer(res, 400, error.message)
    }
  }
}

/** A PushSubscription in JSON; null for what is none. */
function read(form: URLSearchParams | null, member: string): unknown {
  try {
    return JSON.parse(form?.get(member) ?? "null")
  } catch {
    // What is no JSON is refused like any other that is no subscription.
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
