/**
 * What Twilio reports or asks, once its signature is verified. `request` is the same for a request that is sent again,
 * which the signature always allows.
 */
export type TwilioCallback =
  /** `lost` is why it did not arrive, as a sentence; null where it did. */
  | { kind: "report"; deliveryId: string; receipt: string; lost: string | null }
  /** A status on the way, such as "queued". */
  | { kind: "progress" }
  | {
      kind: "reply"
      from: string
      /** Twilio answers STOP and START itself, and reports it. */
      isOptOut: boolean
      isAcknowledgement: boolean
      /** The number of an alert, if one was given. */
      number: number | null
      request: string
    }
  | { kind: "key"; deliveryId: string; isAcknowledgement: boolean; request: string }

const acknowledgeKey = "4"

type Given = {
  /** The path and query as requested. */
  url: string
  /** What follows `/hooks/twilio/`, in its parts. */
  parts: readonly string[]
  signature: string | string[] | undefined
  form: URLSearchParams | null
}

/**
 * Reads a callback, which is signed with the account's auth token over its URL; the URL is built from BASE_URL
 * because proxies may change it.
 *
 * @returns "unsigned" for a wrong signature, "unknown" for a path that is not Twilio's.
 */
export async function readTwilioCallback(
  { baseUrl, authToken }: { baseUrl: string; authToken: string },
  { url, parts, signature, form }: Given,
): Promise<TwilioCallback | "unsigned" | "unknown"> {
  // Loaded with the first callback, because the library is large.
  const { validateRequest } = await import("twilio/lib/webhooks/webhooks.js")
  const [what, deliveryId = ""] = parts
  const isSigned =
    form !== null &&
    typeof signature === "string" &&
    validateRequest(authToken, signature, baseUrl + url, membersOf(form))
  if (!isSigned) return "unsigned"
  if (what === "status" && deliveryId !== "") return readReport(deliveryId, form)
  if (what === "sms" && deliveryId === "") {
    return readReply(form, `twilio sms ${form.get("MessageSid") ?? signature}`)
  }
  if (what === "key") {
    const isAcknowledgement = form.get("Digits") === acknowledgeKey
    const request = `twilio key ${form.get("CallSid") ?? signature} ${deliveryId}`
    return { kind: "key", deliveryId, isAcknowledgement, request }
  }
  return "unknown"
}

/** A repeated parameter is signed with all its values. */
const membersOf = (form: URLSearchParams) =>
  Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name)]))

/** Final statuses. */
const arrived = new Set(["delivered", "read", "completed"])
const lost: Record<string, string> = {
  undelivered: "The phone did not get the message",
  failed: "Twilio could not reach the number",
  busy: "The line was busy",
  "no-answer": "Nobody answered the call",
  canceled: "The call was ended before anybody answered",
}

/** Messages for Twilio's error codes. */
const reasons: Record<string, string> = {
  "30002": "the Twilio account is suspended",
  "30003": "the phone is off or out of range",
  "30004": "the phone blocks the sender",
  "30005": "the number is not in service",
  "30006": "it is a landline, or its carrier does not support SMS",
  "30007": "the carrier filtered it",
  "30034": "the sender's number is not registered with the carriers",
  "30036": "it expired before it could be delivered",
}

function readReport(deliveryId: string, form: URLSearchParams): TwilioCallback {
  const receipt = form.get("MessageSid") ?? form.get("CallSid") ?? ""
  const status = form.get("MessageStatus") ?? form.get("CallStatus") ?? ""
  if (receipt === "") return { kind: "progress" }
  if (arrived.has(status)) return { kind: "report", deliveryId, receipt, lost: null }
  const why = Object.hasOwn(lost, status) ? lost[status] : undefined
  if (why === undefined) return { kind: "progress" }
  const code = form.get("ErrorCode") ?? ""
  const reason = Object.hasOwn(reasons, code) ? `: ${reasons[code]}` : ""
  const words = `${why}${reason}${code === "" ? "" : ` (Twilio ${code})`}.`
  return { kind: "report", deliveryId, receipt, lost: words }
}

function readReply(form: URLSearchParams, request: string): TwilioCallback {
  const body = form.get("Body") ?? ""
  const [whole, digits] = /^\s*(?:ack|acknowledge|ok)\b\s*#?(\d{1,9})?/i.exec(body) ?? []
  return {
    kind: "reply",
    from: form.get("From") ?? "",
    isOptOut: form.has("OptOutType"),
    isAcknowledgement: whole !== undefined,
    number: digits === undefined ? null : Number(digits),
    request,
  }
}
