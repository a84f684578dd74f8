import type { IncomingMessage, ServerResponse } from "node:http"
import {
  readTwilioCallback,
  type TwilioCallback,
} from "../../channels/twilio/read-twilio-callback.ts"
import type { Services } from "../../platform/services.ts"
import { readForm } from "../../http/read-form.ts"

export const twilioPrefix = "/hooks/twilio/"
/** Fits a long text in characters of nine bytes each once encoded. */
const mostBytes = 64 * 1024

/**
 * Handles Twilio callbacks: status reports, key presses and incoming messages.
 *
 * @returns false for other paths.
 */
export async function handleTwilio(
  services: Services,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): Promise<boolean> {
  const { BASE_URL: baseUrl, TWILIO_URL: account } = services.env
  const parts = path.slice(twilioPrefix.length).split("/")
  if (account === undefined || parts.length > 2) return false
  const callback = await readTwilioCallback(
    { baseUrl, authToken: account.authToken },
    {
      url: req.url ?? "",
      parts,
      signature: req.headers["x-twilio-signature"],
      form: await readForm(req, mostBytes),
    },
  )
  if (callback === "unknown") return false
  if (callback === "unsigned") {
    res.writeHead(403, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" })
    res.end("This is not signed with the auth token of this installation's Twilio account.")
    return true
  }
  const twiml = await execute(services, callback)
  if (twiml === null) return false
  if (twiml === "") {
    res.writeHead(204).end()
    return true
  }
  res.writeHead(200, {
    "content-type": "text/xml; charset=utf-8",
    "content-length": Buffer.byteLength(twiml),
    "cache-control": "no-store",
  })
  res.end(twiml)
  return true
}

/**
 * Each is loaded on the first callback, because the library is slow to load.
 *
 * @returns TwiML; empty where nothing is answered, null where the callback leads nowhere.
 */
async function execute(services: Services, callback: TwilioCallback): Promise<string | null> {
  switch (callback.kind) {
    case "progress":
      return ""
    case "report":
      await (await import("./delivery-status.ts")).takeReport(services, callback)
      return ""
    case "reply":
      return (await import("./sms-reply.ts")).answerReply(services, callback)
    case "key":
      return (await import("./call-key.ts")).answerKey(services, callback)
  }
}
