import type { IncomingMessage, ServerResponse } from "node:http"
import { sendCard } from "../card.ts"
import { readForm } from "../../http/read-form.ts"
import {
  renderAsk,
  renderChoose,
  renderConfirm,
  renderEnd,
  renderTakeBack,
} from "./render-account.ts"
import { commandName } from "../../platform/command-name.ts"

/** The result of an action: null for success, or why it failed, as a message for the user. */
type Refusal = { isLinkBad: boolean; words: string } | null

/** Account actions reached through mailed links. */
export type AccountActions = {
  /** False if this installation sends no e-mail, so that links come only from its command line. */
  isOpen: boolean
  requestReset(email: string): Promise<Refusal>
  resetPassword(token: string, password: string): Promise<Refusal>
  confirmAddress(token: string): Promise<Refusal>
  /** Undoes a change of second factors; false for a link that no longer works. */
  takeBackFactors(token: string): Promise<boolean>
}

const shut = `This installation sends no e-mail. Ask your administrator for a link: the command ${commandName} account reset-password prints one.`
const takenBack =
  "You are signed out everywhere, and your password no longer works. Choose a new one with “Forgot your password?” on the sign-in page."
const badLink = "It has been used, has expired, or is incomplete. Request a new one."

/**
 * Pages for resetting a password and confirming an address. A link only opens a page; its button acts.
 * @returns false if the path is not one of these pages.
 */
export async function handleAccount(
  actions: AccountActions,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): Promise<boolean> {
  const [, page, token = "", ...more] = path.split("/")
  const isAsk = page === "password" && token === ""
  if (more.length > 0 || (page !== "password" && token === "")) return false
  const show = (status: number, text: string) => sendCard(req, res, status, text)
  const end = (status: number, headline: string, words: string) =>
    show(status, renderEnd(headline, words))
  // A link may also come from the command line.
  if (!actions.isOpen && (isAsk || page === "confirm")) {
    end(503, "Not available", shut)
    return true
  }
  if (page === "confirm") {
    if (req.method !== "POST") {
      show(200, renderConfirm())
      return true
    }
    req.resume()
    const refusal = await actions.confirmAddress(token)
    if (refusal === null) end(200, "Address confirmed", "Alerts can now reach you there.")
    else end(400, "This link is not valid", badLink)
    return true
  }
  if (page === "factors") {
    if (req.method !== "POST") {
      show(200, renderTakeBack())
      return true
    }
    req.resume()
    if (await actions.takeBackFactors(token)) end(200, "Change taken back", takenBack)
    else end(400, "This link is not valid", "It has been used, has expired, or is incomplete.")
    return true
  }
  const form = isAsk ? renderAsk : renderChoose
  if (req.method !== "POST") {
    show(200, form(null))
    return true
  }
  const given = await readForm(req)
  const refusal = isAsk
    ? await actions.requestReset(given?.get("email") ?? "")
    : await actions.resetPassword(token, given?.get("password") ?? "")
  if (refusal === null && isAsk) {
    const words = "If an account has this address, we have sent it a link. It expires in one hour."
    end(200, "Check your e-mail", words)
  } else if (refusal === null) end(200, "Password changed", "Sign in with your new password.")
  else if (refusal.isLinkBad) end(400, "This link is not valid", badLink)
  else show(400, form(refusal.words))
  return true
}
