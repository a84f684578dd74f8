import { innermost } from "../../platform/innermost.ts"
import { cut, inertLine } from "../../platform/shown-text.ts"
import type { Clock } from "../../platform/clock.ts"
import { failed } from "../http-outcome.ts"
import type { Outcome } from "../message.ts"
import { readRetryAfter } from "../../platform/retry-after.ts"
import { TooMany } from "./twilio-client.ts"

/** Twilio's permanent errors of a phone number, as messages for its owner. */
const lost: Record<number, string> = {
  13223: "This number cannot be called.",
  13224: "This number cannot be called.",
  13227: "The Twilio account cannot call this country. Check its Voice Geographic Permissions.",
  21211: "This is not a valid phone number.",
  21214: "This number cannot be reached.",
  21215: "The Twilio account cannot call this country. Check its Voice Geographic Permissions.",
  21216: "The Twilio account cannot call this number.",
  21217: "This is not a valid phone number.",
  21408:
    "The Twilio account cannot send to this country. Check its Messaging Geographic Permissions.",
  21610:
    "This number replied STOP. Text START from it to the sender's number to receive messages again.",
  21612: "The sender's number cannot reach this number.",
  21614: "This is not a mobile number.",
  21635: "This is a landline, which cannot receive SMS.",
}

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
    return failed({ status: 429, error: error.message, afterSeconds })
  }
  const { status = null, code, message } = error as Fault
  const said = cut(inertLine(status === null ? innermost(error).message : message), 300)
  const words =
    status === null
      ? `Could not reach Twilio: ${said}`
      : `Twilio error ${String(code ?? status)}: ${said}`
  const known = typeof code === "number" ? lost[code] : undefined
  if (known !== undefined) return failed({ status, error: `${known} (Twilio ${code})` }, true)
  const isOfAccount = status === 401 || (typeof code === "number" && ofAccount.has(code))
  return isOfAccount ? failed({ status, error: words }, false) : failed({ status, error: words })
}
