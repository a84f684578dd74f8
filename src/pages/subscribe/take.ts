import type { IncomingMessage, ServerResponse } from "node:http"
import { DomainError } from "../../graphql/errors.ts"
import type { PageView } from "../../graphql/status-page/view.ts"
import { kinds } from "../../graphql/subscriber/address.ts"
import { subscribe } from "../../graphql/subscriber/subscribe.ts"
import { networkOf } from "../../peer.ts"
import type { Services } from "../../services.ts"
import { readForm } from "../form.ts"
import { createSharedPace } from "../shared-pace.ts"
import type { Page } from "../status-page/layout.ts"
import type { Setting } from "../status-page/setting.ts"
import type { Answer } from "./render.ts"
import { renderSubscribe } from "./render.ts"

/** From one network; a whole office may want to know during an outage. */
const limit = { tries: 20, windowMs: 600_000 }
/** All components of a large page may be ticked. */
export const mostFormBytes = 64 * 1024

const statuses: Record<Answer, number> = { sent: 200, wrong: 400, none_chosen: 400, too_often: 429 }

/** Takes what the form of a public page sends: the same answer for every address that can be written to. */
export function createSubscribe(services: Services) {
  const pace = createSharedPace(services, "subscribe", limit)

  async function answerTo(
    req: IncomingMessage,
    view: PageView,
    { speech: { language } }: Setting,
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
    const waitMs = await pace(networkOf(peer))
    if (waitMs > 0) res.setHeader("retry-after", String(Math.ceil(waitMs / 1000)))
    const answer = waitMs > 0 ? "too_often" : await answerTo(req, view, setting)
    sendPage(req, res, statuses[answer], renderSubscribe(view, setting, answer))
  }
}

/** Which components somebody ticked; empty for the whole page, null where they wanted some and ticked none. */
export function chosenOf(form: URLSearchParams): string[] | null {
  if (form.get("scope") !== "components") return []
  const ticked = form.getAll("component")
  return ticked.length === 0 ? null : ticked
}

/** Meant for one reader: never kept anywhere. */
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
