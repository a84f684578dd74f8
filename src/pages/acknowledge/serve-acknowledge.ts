import type { IncomingMessage, ServerResponse } from "node:http"
import { acknowledgeByLink } from "../../graphql/incidents/alert/acknowledge-by-link.ts"
import { openLink } from "../../graphql/incidents/alert/acknowledge-link.ts"
import { DomainError } from "../../graphql/kernel/errors.ts"
import type { Services } from "../../platform/services.ts"
import { sendCard } from "../card.ts"
import { renderFault, renderLink } from "./render-acknowledge.ts"

const prefix = "/acknowledge/"

const noSuchLink = "Page not found"
const noSuchLinkWords =
  "Open the link exactly as it was sent. It stops working when the alert or the account is deleted."

/**
 * The page of a signed link. Opening it never acknowledges, because mail scanners and previews fetch links; only
 * the button does, by POST.
 */
export async function handleAcknowledgement(
  services: Services,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): Promise<void> {
  const { BASE_URL } = services.env
  const token = path.slice(prefix.length)
  const fault = (status: number, headline: string, words: string) =>
    sendCard(req, res, status, renderFault(BASE_URL, headline, words))
  if (req.method === "POST") {
    // The form's body is ignored: the URL contains everything.
    req.resume()
    try {
      await acknowledgeByLink(services, token)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      if (error.code === "not_found") fault(404, noSuchLink, noSuchLinkWords)
      else if (error.code === "conflict") await show(409)
      else throw error
      return
    }
    res.writeHead(303, { location: token }).end()
    return
  }
  await show(200)

  async function show(status: number): Promise<void> {
    const linked = await openLink(services, token)
    if (linked === null) {
      fault(404, noSuchLink, noSuchLinkWords)
      return
    }
    const isGone = linked.isExpired && linked.alert.acknowledgedAt === null
    const text = renderLink(BASE_URL, linked)
    sendCard(req, res, isGone && linked.alert.resolvedAt === null ? 410 : status, text)
  }
}
