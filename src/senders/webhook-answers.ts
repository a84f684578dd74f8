import type { SenderAnswer, SenderRefusal } from "./sender.ts"

/** Answers of webhooks whose senders look at nothing but the status. */
export const accepted = (): SenderAnswer => ({ status: 200, body: { status: "accepted" } })

const statuses = {
  unknown_key: 404,
  disabled: 403,
  unreadable: 400,
  too_large: 413,
  rate_limited: 429,
  unavailable: 503,
  failed: 500,
} as const

const messages: Record<Exclude<SenderRefusal["why"], "unreadable">, string> = {
  unknown_key: "There is no source with this key. The source's page shows its address.",
  disabled: "The source is disabled.",
  too_large: "The body is too large.",
  rate_limited: "Too many requests. Send it again later.",
  unavailable: "Send it again later.",
  failed: "Something went wrong on our side. Send it again.",
}

export function refused(refusal: SenderRefusal): SenderAnswer {
  const { why } = refusal
  return {
    status: statuses[why],
    ...("retrySeconds" in refusal && {
      headers: { "retry-after": String(refusal.retrySeconds) },
    }),
    body:
      why === "unreadable"
        ? { status: "refused", message: "The body cannot be read.", errors: refusal.errors }
        : { status: "refused", message: messages[why] },
  }
}
