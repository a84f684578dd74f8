import type { IncomingMessage, ServerResponse } from "node:http"
import {
  openReportLink,
  reportLinkPrefix,
  unsubscribeFromReport,
} from "../../graphql/status-pages/uptime-report/report-link.ts"
import type { Services } from "../../platform/services.ts"
import { html } from "../../platform/html.ts"
import { sendNotice } from "../card.ts"

/**
 * The page by which an address stops getting a monthly report. Opening it changes nothing, because mail scanners
 * fetch links; its button and one-click unsubscribe (RFC 8058) do.
 */
export async function handleReportLink(
  services: Services,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): Promise<void> {
  const [token = "", verb] = path.slice(reportLinkPrefix.length).split("/")
  // The form's body is ignored: the URL contains everything.
  req.resume()
  const isPost = req.method === "POST"
  const open = isPost ? unsubscribeFromReport : openReportLink
  const found = verb === "unsubscribe" ? await open(services, token) : null
  if (found === null) {
    const words = html`<p>This address no longer gets the report, or the link is incomplete.</p>`
    return sendNotice(req, res, 410, "Nothing to unsubscribe from", words)
  }
  const { address, projectName } = found
  if (isPost) {
    const words = html`<p>${address} gets no more of these reports about ${projectName}.</p>`
    return sendNotice(req, res, 200, "Unsubscribed", words)
  }
  sendNotice(
    req,
    res,
    200,
    "Unsubscribe from this report?",
    html`<p>${address} gets a monthly uptime report about ${projectName}.</p>
      <form method="post"><button type="submit">Unsubscribe</button></form>`,
  )
}
