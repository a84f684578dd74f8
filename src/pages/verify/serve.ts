import type { IncomingMessage, ServerResponse } from "node:http"
import { verifyByLink } from "../../graphql/channel/verify-by-link.ts"
import type { Unproven } from "../../graphql/channel/verify-link.ts"
import { openVerifyLink } from "../../graphql/channel/verify-link.ts"
import type { Services } from "../../services.ts"
import { sendNotice } from "../card.ts"
import type { Html } from "../html.ts"
import { html } from "../html.ts"

const prefix = "/verify/"

/** The page of a link that proves a channel. Looking proves nothing, because scanners of mail fetch links; its button does. */
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
      "This link does not open",
      html`<p>
        It was used, is too old, or a newer one took its place. Ask for a new code in Watchkeeper.
      </p>`,
    )
  if (req.method === "POST") {
    // Whatever the form carries, the address says it all.
    req.resume()
    const proven = await verifyByLink(services, token)
    if (proven === null) return old()
    return show(200, "This is confirmed", html`<p>Alerts arrive here from now on.</p>`)
  }
  const unproven = await openVerifyLink(services, token)
  if (unproven === null) return old()
  show(200, "Confirm this address", ask(unproven))
}

const ask = ({ owner, name, hint, userId }: Unproven): Html =>
  html`<p>
      ${userId === null ? `The project ${owner}` : owner} wants to have alerts sent here, over the
      channel ${name} (${hint}).
    </p>
    <form method="post"><button type="submit">Send them here</button></form>
    <p class="quiet">Whoever did not ask for this closes the page: then nothing is sent.</p>`
