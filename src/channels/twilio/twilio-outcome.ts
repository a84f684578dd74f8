import { twilioErrors } from "../../findings/codes/delivery.ts"
import { isTemporary } from "../../platform/judge-post.ts"
import type { Clock } from "../../platform/clock.ts"
import { dead, failed, said, unreached } from "../http-outcome.ts"
import type { Outcome } from "../message.ts"
import { readRetryAfter } from "../../platform/retry-after.ts"
import { TooMany } from "./twilio-client.ts"

/** Errors that the operator can fix: retried, so that nothing is lost once they are fixed. */
const ofAccount = new Set([20003, 20005, 20404, 21212, 21603, 21606, 21659, 21660])

type Fault = Error & { status?: number; code?: number | string }

/**
 * Classifies an error. After a 5xx or a timeout the message may have been sent anyway: it is sent again, at least
 * once and possibly twice (Twilio's page on error 20500).
 */
export function outcomeOf(error: unknown, clock: Clock): Outcome {
  if (!(error instanceof Error)) throw error
  if (error instanceof TooMany) {
    const afterSeconds = readRetryAfter(error.retryAfter, clock.now())
    const finding = { code: "provider_limits", parameters: { provider: "Twilio" } } as const
    return failed({ status: 429, finding, afterSeconds })
  }
  const { status, code, message } = error as Fault
  if (status === undefined) return unreached("Twilio", error)
  const known = twilioErrors.find((one) => one === code)
  if (known !== undefined) {
    return failed(
      { status, finding: { code: "twilio_refused", parameters: { error: known } } },
      true,
    )
  }
  const parameters = { error: String(code ?? status), said: said(message) }
  const isOfAccount = status === 401 || (typeof code === "number" && ofAccount.has(code))
  const isLost = !isOfAccount && !isTemporary(status)
  return failed({ status, finding: { code: "twilio_failed", parameters } }, isLost)
}

export const notSetUp = (kind: "sms" | "voice"): Outcome =>
  dead({ code: "channel_not_set_up", parameters: { kind, settings: ["TWILIO_URL"] } })
