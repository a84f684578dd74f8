import type { IncomingMessage, ServerResponse } from "node:http"
import { connectChatAccount } from "../../graphql/delivery/chat/connect-chat.ts"
import { readLink } from "../../graphql/delivery/chat/chat-link.ts"
import type { Services } from "../../platform/services.ts"
import { sendNotice } from "../card.ts"
import { html, type Html } from "../../platform/html.ts"

export const linkPrefix = "/link/"

export type Person = { id: string; name: string; email: string }

/**
 * The page of a link sent to a chat user, where the signed-in person confirms the connection. Opening it connects
 * nothing; the button does.
 */
export async function handleLink(
  services: Services,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  readPerson: () => Promise<Person | null>,
): Promise<void> {
  const show = (status: number, headline: string, body: Html) =>
    sendNotice(req, res, status, headline, body)
  req.resume()
  const stranger = readLink(services, path.slice(linkPrefix.length))
  if (stranger === null) {
    const words = html`<p>
      It has expired or is incomplete. Press a button in the chat to get a new one.
    </p>`
    return show(410, "This link is not valid", words)
  }
  const person = await readPerson()
  if (person === null) {
    const words = html`<p><a href="/sign-in">Sign in</a>, then open the link in the chat again.</p>`
    return show(401, "Sign in first", words)
  }
  const { name, email } = person
  if (req.method === "POST") {
    await connectChatAccount(services, person.id, stranger)
    const words = html`<p>Buttons that ${stranger.name} presses in Discord now act as ${name}.</p>`
    return show(200, "Connected", words)
  }
  show(
    200,
    `Are you ${stranger.name} in Discord?`,
    html`<p>
        If you confirm, buttons you press there act as ${name} (${email}). Do not confirm if someone
        else sent you this link: they would be able to act as you.
      </p>
      <form method="post"><button type="submit">Yes, that’s me</button></form>`,
  )
}
