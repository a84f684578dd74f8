import { carrierErrors, phoneStatuses } from "../../findings/codes/delivery.ts"
import type { Finding } from "../../findings/finding.ts"

/**
 * What Twilio reports or asks, once its signature is verified. `request` is the same for a request that is sent again,
 * which the signature always allows.
 */
export type TwilioCallback =
  /** `lost` is why it did not arrive; null where it did. */
  | { kind: "report"; deliveryId: string; receipt: string; lost: Finding | null }
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
function readReport(deliveryId: string, form: URLSearchParams): TwilioCallback {
  const receipt = form.get("MessageSid") ?? form.get("CallSid") ?? ""
  const status = form.get("MessageStatus") ?? form.get("CallStatus") ?? ""
  if (receipt === "") return { kind: "progress" }
  if (arrived.has(status)) return { kind: "report", deliveryId, receipt, lost: null }
  const known = phoneStatuses.find((one) => one === status)
  if (known === undefined) return { kind: "progress" }
  const error = form.get("ErrorCode") || null
  const carrier = carrierErrors.find((one) => one === error) ?? null
  const parameters = { status: known, carrier, error }
  return { kind: "report", deliveryId, receipt, lost: { code: "phone_not_reached", parameters } }
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
