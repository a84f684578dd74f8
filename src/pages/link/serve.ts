import type { IncomingMessage, ServerResponse } from "node:http"
import { connectChatAccount } from "../../graphql/chat/connect.ts"
import { readLink } from "../../graphql/chat/link.ts"
import type { Services } from "../../services.ts"
import { sendNotice } from "../card.ts"
import type { Html } from "../html.ts"
import { html } from "../html.ts"

export const linkPrefix = "/link/"

type Person = { id: string; name: string; email: string }

/**
 * The page of a link that was told to somebody in a chat: whoever is signed in says that it is them. Looking
 * connects nothing; the button does.
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
      It is too old, or not whole. Press a button in the chat for a new one.
    </p>`
    return show(410, "This link does not open", words)
  }
  const person = await readPerson()
  if (person === null) {
    const words = html`<p>
      <a href="/sign-in">Sign in</a>, then open the link in the chat once more.
    </p>`
    return show(401, "Sign in first", words)
  }
  const { name, email } = person
  if (req.method === "POST") {
    await connectChatAccount(services, person.id, stranger)
    const words = html`<p>What ${stranger.name} presses in Discord is done as ${name}.</p>`
    return show(200, "Connected", words)
  }
  show(
    200,
    `Are you ${stranger.name} in Discord?`,
    html`<p>
        Then what you press there is done as ${name} (${email}). Do not go on if somebody sent you
        this link: they would act as you.
      </p>
      <form method="post"><button type="submit">Yes, that is me</button></form>`,
  )
}
