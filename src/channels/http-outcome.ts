import { isFinal, isTemporary } from "../platform/judge-post.ts"
import type { Sent } from "../platform/send-post.ts"
import type { Outcome } from "./message.ts"

type Failed = Exclude<Outcome, { kind: "accepted" }>
type Failure = { status: number | null; error: string; afterSeconds?: number | null }

/** The outcome of a failed attempt by the status that a provider returned; null if it returned none. */
export const failed = (
  { status, error, afterSeconds = null }: Failure,
  isLost = !isTemporary(status),
): Failed =>
  isLost ? { kind: "dead", status, error } : { kind: "retry", afterSeconds, status, error }

/**
 * The outcome of a posted message.
 *
 * @param explain what this provider's answer means if the message can never arrive; null if it says nothing special.
 */
export function outcomeOfPost(
  sent: Sent,
  explain: (sent: Sent) => { error: string; isGone?: true } | null = () => null,
): Outcome {
  const { responseStatus: status, error, retryAfter: afterSeconds } = sent
  if (sent.outcome === "accepted") return { kind: "accepted", receipt: null, isConfirmed: false }
  const lost = explain(sent)
  if (lost !== null) return { kind: "dead", status, ...lost }
  const failure = { status, error: error ?? "The message was rejected.", afterSeconds }
  return failed(failure, isFinal(sent, "provider"))
}
