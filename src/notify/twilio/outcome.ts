import { cut, inertLine } from "../../pages/xml.ts"
import type { Clock } from "../../clock.ts"
import type { Outcome } from "../channels/channel.ts"
import { readRetryAfter } from "../retry-after.ts"
import { TooMany } from "./client.ts"

/** Twilio's codes for an address that will not be reached by trying again, in words for its owner. */
const lost: Record<number, string> = {
  13223: "This is no number that can be called.",
  13224: "This is no number that can be called.",
  13227: "The account may not call this country; its Voice Geographic Permissions say which.",
  21211: "This is no phone number.",
  21214: "This number cannot be reached.",
  21215: "The account may not call this country; its Voice Geographic Permissions say which.",
  21216: "The account may not call this number.",
  21217: "This is no phone number.",
  21408:
    "The account may not send to this country; its Messaging Geographic Permissions say which.",
  21610: "This number answered STOP. Text START from it to the sender's number to be told again.",
  21612: "The sender's number cannot reach this number.",
  21614: "This is no mobile number.",
  21635: "This is a landline, which takes no SMS.",
}

/** The operator's to mend: tried again, so that nothing is lost once it is. */
const ofAccount = new Set([20003, 20005, 20404, 21212, 21603, 21606, 21659, 21660])

type Fault = Error & { status?: number; code?: number | string }

/**
 * What a refusal means. After a 5xx or a silence the message may have gone out all the same: it is sent again,
 * at least once and possibly twice (Twilio's page on error 20500).
 */
export function outcomeOf(error: unknown, clock: Clock): Outcome {
  if (!(error instanceof Error)) throw error
  if (error instanceof TooMany) {
    const afterSeconds = readRetryAfter(error.retryAfter, clock.now())
    return { kind: "retry", afterSeconds, status: 429, error: error.message }
  }
  const { status = null, code, message } = error as Fault
  const said = cut(inertLine(message), 300)
  const words =
    status === null
      ? `Twilio was not reached: ${said}`
      : `Twilio refused it (${String(code ?? status)}): ${said}`
  const known = typeof code === "number" ? lost[code] : undefined
  if (known !== undefined) return { kind: "dead", status, error: `${known} (Twilio ${code})` }
  const isOfAccount = typeof code === "number" && ofAccount.has(code)
  const isFinal = status !== null && status >= 400 && status < 500 && status !== 401
  return isFinal && !isOfAccount
    ? { kind: "dead", status, error: words }
    : { kind: "retry", afterSeconds: null, status, error: words }
}
