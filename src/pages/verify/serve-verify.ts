import type { IncomingMessage, ServerResponse } from "node:http"
import { verifyByLink } from "../../graphql/delivery/channel/verify-by-link.ts"
import { openVerifyLink, type Unproven } from "../../graphql/delivery/channel/verify-link.ts"
import type { Services } from "../../platform/services.ts"
import { sendNotice } from "../card.ts"
import { html, type Html } from "../../platform/html.ts"

const prefix = "/verify/"

/**
 * The page of a link that verifies a channel. Opening it verifies nothing, because mail scanners fetch links; its
 * button does.
 */
export async function handleVerification(
  services: Services,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): Promise<void> {
  const token = path.slice(prefix.length)
  const show = (status: number, headline: string, body: Html) =>
    sendNotice(req, res, status, headline, body)
  const old = () =>
    show(
      410,
      "This link is not valid",
      html`<p>
        It has been used, has expired, or was replaced by a newer one. Request a new code in
        Watchkeeper.
      </p>`,
    )
  if (req.method === "POST") {
    // The form's body is ignored: the URL contains everything.
    req.resume()
    const proven = await verifyByLink(services, token)
    if (proven === null) return old()
    return show(200, "Confirmed", html`<p>Alerts will be sent here from now on.</p>`)
  }
  const unproven = await openVerifyLink(services, token)
  if (unproven === null) return old()
  show(200, "Confirm this address", ask(unproven))
}

const ask = ({ owner, name, hint, userId }: Unproven): Html =>
  html`<p>
      ${userId === null ? `The project ${owner}` : owner} wants to send alerts here, to the channel
      ${name} (${hint}).
    </p>
    <form method="post"><button type="submit">Confirm</button></form>
    <p class="quiet">If you did not expect this, close the page. Nothing will be sent.</p>`
