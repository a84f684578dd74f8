import type { AttemptOutcome } from "../../prisma/generated/enums.ts"
import type { Finding } from "../findings/finding.ts"
import type { Sent } from "./send-post.ts"

/** What a status says of an attempt, and why; null if it was accepted. */
export function judgeStatus(
  status: number,
  receiver: "endpoint" | "push_service" = "endpoint",
): [AttemptOutcome, Finding | null] {
  if (status >= 200 && status < 300) return ["accepted", null]
  const isRedirect = status >= 300 && status < 400
  const outcome = status === 410 ? "gone" : isRedirect ? "redirected" : "rejected"
  return [outcome, { code: "endpoint_refused", parameters: { receiver, status } }]
}

/** Whether the same request may succeed later: no answer, 408, 425, 429 (RFC 9110, 8470, 6585) and 5xx. */
export const isTemporary = (status: number | null): boolean =>
  status === null || status === 408 || status === 425 || status === 429 || status >= 500

/** Who answers: a service that refuses a message for good reason, or a customer's own endpoint. */
export type Receiver = "provider" | "endpoint"

/**
 * Whether another attempt is useless. An endpoint that is under repair may return anything, so that only 410 is final
 * for it; its attempts end by their number.
 */
export const isFinal = ({ outcome, responseStatus }: Judged, receiver: Receiver): boolean =>
  receiver === "endpoint"
    ? outcome === "gone"
    : outcome !== "accepted" && (outcome === "forbidden" || !isTemporary(responseStatus))

type Judged = Pick<Sent, "outcome" | "responseStatus">
