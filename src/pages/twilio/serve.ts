import type { IncomingMessage, ServerResponse } from "node:http"
import { validateRequest } from "twilio/lib/webhooks/webhooks.js"
import type { Services } from "../../services.ts"
import { readForm } from "../form.ts"

const prefix = "/hooks/twilio/"
/** A long text in letters that take nine each once they are encoded. */
const mostBytes = 64 * 1024

/**
 * What Twilio calls: reports of messages and calls, keys that were pressed, and text messages that came in. Each
 * is signed with the account's auth token over the address that it was sent to, which is BASE_URL's, whatever a
 * proxy made of it.
 *
 * @returns false where the path is none of these.
 */
export async function handleTwilio(
  services: Services,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): Promise<boolean> {
  const { BASE_URL, TWILIO_AUTH_TOKEN } = services.env
  const [what, deliveryId = "", ...more] = path.slice(prefix.length).split("/")
  if (TWILIO_AUTH_TOKEN === undefined || more.length > 0) return false
  const form = await readForm(req, mostBytes)
  const signature = req.headers["x-twilio-signature"]
  const isSigned =
    form !== null &&
    typeof signature === "string" &&
    validateRequest(TWILIO_AUTH_TOKEN, signature, BASE_URL + (req.url ?? ""), membersOf(form))
  if (!isSigned) {
    res.writeHead(403, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" })
    res.end("This is not signed with the auth token of this installation's Twilio account.")
    return true
  }
  if (what === "status" && deliveryId !== "") {
    const { takeReport } = await import("./status.ts")
    await takeReport(services, deliveryId, form)
    res.writeHead(204).end()
    return true
  }
  const twiml = await answerOf(services, what, deliveryId, form)
  if (twiml === null) return false
  res.writeHead(200, {
    "content-type": "text/xml; charset=utf-8",
    "content-length": Buffer.byteLength(twiml),
    "cache-control": "no-store",
  })
  res.end(twiml)
  return true
}

/** Loaded once somebody calls: the whole library takes its time. */
async function answerOf(
  services: Services,
  what: string | undefined,
  deliveryId: string,
  form: URLSearchParams,
): Promise<string | null> {
  if (what === "sms" && deliveryId === "") {
    return (await import("./reply.ts")).answerReply(services, form)
  }
  if (what === "key") return (await import("./key.ts")).answerKey(services, deliveryId, form)
  return null
}

/** A name that comes twice is signed with all its values. */
const membersOf = (form: URLSearchParams) =>
  Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name)]))
