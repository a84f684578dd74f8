import type { IncomingMessage, ServerResponse } from "node:http"
import { sendCard } from "../card.ts"
import { readForm } from "../form.ts"
import { renderAsk, renderChoose, renderConfirm, renderEnd } from "./render.ts"

/** What was answered: null where it is done, else why not, in words for whoever asked. */
type Refusal = { isLinkBad: boolean; words: string } | null

/** The doors of sign-in that mail opens. */
export type Doors = {
  /** False where this installation sends no mail. */
  isOpen: boolean
  requestReset(email: string): Promise<Refusal>
  resetPassword(token: string, password: string): Promise<Refusal>
  confirmAddress(token: string): Promise<Refusal>
}

const shut =
  "This installation sends no e-mail. Ask its operator, who can set SMTP_URL and MAIL_FROM."
const badLink = "It was used before, is too old, or is not whole. Ask for a new one."

/**
 * Pages for a new password and for the confirmation of an address. A link only opens a page: what it is for
 * happens by its button.
 *
 * @returns false where the path is none of these pages'.
 */
export async function handleAccount(
  doors: Doors,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): Promise<boolean> {
  const [, page, token = "", ...more] = path.split("/")
  const isAsk = page === "password" && token === ""
  if (more.length > 0 || (page === "confirm" && token === "")) return false
  const show = (status: number, text: string) => sendCard(req, res, status, text)
  const end = (status: number, headline: string, words: string) =>
    show(status, renderEnd(headline, words))
  if (!doors.isOpen) {
    end(503, "Not possible here", shut)
    return true
  }
  if (page === "confirm") {
    if (req.method !== "POST") {
      show(200, renderConfirm())
      return true
    }
    req.resume()
    const refusal = await doors.confirmAddress(token)
    if (refusal === null) end(200, "Your address is confirmed", "Alerts can reach you there now.")
    else end(400, "This link does not open", badLink)
    return true
  }
  const form = isAsk ? renderAsk : renderChoose
  if (req.method !== "POST") {
    show(200, form(null))
    return true
  }
  const given = await readForm(req)
  const refusal = isAsk
    ? await doors.requestReset(given?.get("email") ?? "")
    : await doors.resetPassword(token, given?.get("password") ?? "")
  if (refusal === null && isAsk) {
    const words = "If an account has this address, a link is on its way. It is good for an hour."
    end(200, "Look into your mail", words)
  } else if (refusal === null) end(200, "Your password is changed", "Sign in with the new one.")
  else if (refusal.isLinkBad) end(400, "This link does not open", badLink)
  else show(400, form(refusal.words))
  return true
}
