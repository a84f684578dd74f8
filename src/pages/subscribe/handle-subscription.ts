import type { IncomingMessage, ServerResponse } from "node:http"
import { DomainError } from "../../graphql/kernel/errors.ts"
import type { PageView } from "../../graphql/status-pages/status-page/view-page.ts"
import { kinds } from "../../graphql/status-pages/subscriber/subscriber-address.ts"
import { subscribe } from "../../graphql/status-pages/subscriber/subscribe-to-page.ts"
import { networkOf } from "../../platform/peer.ts"
import type { Services } from "../../platform/services.ts"
import { readForm } from "../../http/read-form.ts"
import { retryAfter } from "../../http/rate-limited.ts"
import { createSharedRateLimiter } from "../../platform/rate-limit/shared-rate-limiter.ts"
import type { Page } from "../status-page/page-layout.ts"
import type { Setting } from "../status-page/page-setting.ts"
import { renderSubscribe, type Answer } from "./render-subscribe.ts"

/** Per network; generous, because a whole office may subscribe during an outage. */
const limit = { points: 20, windowMs: 600_000 }
/** All components of a large page may be ticked. */
export const mostFormBytes = 64 * 1024

const statuses: Record<Answer, number> = { sent: 200, wrong: 400, none_chosen: 400, too_often: 429 }

/** Handles the subscription form of a public page; the response is the same for every valid address. */
export function createSubscribe(services: Services) {
  const limiter = createSharedRateLimiter(services, "subscribe", limit)

  async function answerTo(
    req: IncomingMessage,
    view: PageView,
    { locale: { language } }: Setting,
  ): Promise<Answer> {
    const form = await readForm(req, mostFormBytes)
    const kind = kinds.find((one) => one === form?.get("kind"))
    if (form === null || kind === undefined) return "wrong"
    const address = form.get("address") ?? ""
    const resourceIds = chosenOf(form)
    if (resourceIds === null) return "none_chosen"
    try {
      await subscribe(services, { pageId: view.id, kind, address, language, resourceIds })
      return "sent"
    } catch (error) {
      if (error instanceof DomainError && error.code === "validation_failed") return "wrong"
      throw error
    }
  }

  return async (
    { req, res, peer }: { req: IncomingMessage; res: ServerResponse; peer: string },
    view: PageView,
    setting: Setting,
  ): Promise<void> => {
    const waitMs = await limiter.consume(networkOf(peer))
    if (waitMs > 0) res.setHeader("retry-after", retryAfter(waitMs))
    const answer = waitMs > 0 ? "too_often" : await answerTo(req, view, setting)
    sendPage(req, res, statuses[answer], renderSubscribe(view, setting, answer))
  }
}

/** The selected components; empty for the whole page, null if "some" was chosen without any. */
export function chosenOf(form: URLSearchParams): string[] | null {
  if (form.get("scope") !== "components") return []
  const ticked = form.getAll("component")
  return ticked.length === 0 ? null : ticked
}

/** For one reader: never cached. */
export function sendPage(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  { text, policy }: Page,
): void {
  res.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
    "content-length": Buffer.byteLength(text),
  })
  res.end(req.method === "HEAD" ? undefined : text)
}
