import type { Finding } from "../findings/finding.ts"
import { FindingError } from "../findings/finding-error.ts"
import { innermost } from "../platform/innermost.ts"
import { isFinal, isTemporary } from "../platform/judge-post.ts"
import type { Sent } from "../platform/send-post.ts"
import { cut, inertLine } from "../platform/shown-text.ts"
import type { Outcome } from "./message.ts"

type Failed = Exclude<Outcome, { kind: "accepted" }>
type Failure = { status?: number | null; finding: Finding; afterSeconds?: number | null }

/** The outcome of a failed attempt by the status that a provider returned; null if it returned none. */
export const failed = (
  { status = null, finding, afterSeconds = null }: Failure,
  isLost = !isTemporary(status),
): Failed =>
  isLost ? { kind: "dead", status, finding } : { kind: "retry", afterSeconds, status, finding }

/** What never changes by another attempt. */
export const dead = (finding: Finding): Failed => failed({ finding }, true)

/** What a provider wrote, as a part of a sentence. */
export const said = (text: string): string => cut(inertLine(text), 300).replace(/\.$/, "")

/** The outcome of a request without an answer. */
export function unreached(provider: "Discord" | "Slack" | "Twilio", thrown: unknown): Failed {
  if (!(thrown instanceof Error)) throw thrown
  const inner = innermost(thrown)
  if (inner instanceof FindingError) return failed({ finding: inner.finding })
  const parameters = { provider, said: said(inner.message) }
  return failed({ finding: { code: "provider_unreachable", parameters } })
}

/**
 * The outcome of a posted message.
 *
 * @param explain what this provider's answer means if the message can never arrive; null if it says nothing special.
 */
export function outcomeOfPost(
  sent: Sent,
  explain: (sent: Sent) => { finding: Finding; isGone?: true } | null = () => null,
): Outcome {
  const { responseStatus: status, finding, retryAfter: afterSeconds } = sent
  if (finding === null) return { kind: "accepted", receipt: null, isConfirmed: false }
  const lost = explain(sent)
  if (lost !== null) return { kind: "dead", status, ...lost }
  return failed({ status, finding, afterSeconds }, isFinal(sent, "provider"))
}
