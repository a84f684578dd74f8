import type { IncomingMessage, ServerResponse } from "node:http"
import { acknowledgeByLink } from "../../graphql/alert/acknowledge-by-link.ts"
import { openLink } from "../../graphql/alert/acknowledge-link.ts"
import { DomainError } from "../../graphql/errors.ts"
import type { Services } from "../../services.ts"
import { sendCard } from "../card.ts"
import { renderFault, renderLink } from "./render.ts"

const prefix = "/acknowledge/"

const noSuchLink = "There is nothing at this address"
const noSuchLinkWords =
  "Open the link exactly as it was sent. Where somebody's account or the alert is gone, so is the link."

/**
 * The page of a signed link. Looking never acknowledges, because mail scanners and previews fetch links; only the
 * button does, by POST.
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
    // Whatever the form carries, the address says it all.
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
