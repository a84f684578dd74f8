import type { IncomingMessage, ServerResponse } from "node:http"
import { actByLink } from "../../graphql/incidents/alert/act-by-link.ts"
import { openLink } from "../../graphql/incidents/alert/acknowledge-link.ts"
import { DomainError } from "../../graphql/kernel/errors.ts"
import { readForm } from "../../http/read-form.ts"
import type { Services } from "../../platform/services.ts"
import { sendCard } from "../card.ts"
import { followAlert } from "./follow-alert.ts"
import { readAlertPage } from "./read-alert-page.ts"
import { renderFault, renderLink } from "./render-acknowledge.ts"

const prefix = "/acknowledge/"
const eventsOf = "/events"

const noSuchLink = "Page not found"
const noSuchLinkWords =
  "Open the link exactly as it was sent. It stops working when the alert or the account is deleted."

const statusOf: Partial<Record<DomainError["code"], number>> = {
  conflict: 409,
  validation_failed: 400,
}

/**
 * The page of a signed link. Opening it changes nothing, because mail scanners and previews fetch links; only its
 * buttons do, by POST. Without an action, such as that of a push notification, a POST acknowledges.
 */
export async function handleAcknowledgement(
  services: Services,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  draining: AbortSignal,
): Promise<void> {
  const { BASE_URL } = services.env
  const [token = "", rest = ""] = path.slice(prefix.length).split(/(?=\/)/, 2)
  if (rest === eventsOf && req.method === "GET") {
    await followAlert(services, res, token, draining)
    return
  }
  const fault = (status: number, headline: string, words: string) =>
    sendCard(req, res, status, renderFault(BASE_URL, headline, words))
  if (rest !== "") {
    fault(404, noSuchLink, noSuchLinkWords)
    return
  }
  if (req.method === "POST") {
    try {
      const form = await readForm(req)
      await actByLink(services, token, Object.fromEntries(form ?? []))
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      if (error.code === "not_found") fault(404, noSuchLink, noSuchLinkWords)
      else await show(statusOf[error.code] ?? 403, true)
      return
    }
    res.writeHead(303, { location: token }).end()
    return
  }
  await show(200, false)

  async function show(status: number, isRefused: boolean): Promise<void> {
    const linked = await openLink(services, token)
    if (linked === null) {
      fault(404, noSuchLink, noSuchLinkWords)
      return
    }
    const { acknowledgedAt, resolvedAt } = linked.alert
    const isGone = linked.isExpired && acknowledgedAt === null && resolvedAt === null
    const text = renderLink(BASE_URL, await readAlertPage(services, linked), isRefused)
    sendCard(req, res, isGone ? 410 : status, text, { isLive: true })
  }
}
