import type { EmailConfig } from "../../graphql/channel/kinds/email.ts"
import { email as kind } from "../../graphql/channel/kinds/email.ts"
import { cut, inertLine } from "../../pages/xml.ts"
import { letterOf } from "../mail/letter.ts"
import { markupOf } from "../mail/markup.ts"
import { textOf } from "../mail/text.ts"
import { transportTo } from "../mail/transport.ts"
import type { Channel, Message, Outcome } from "./channel.ts"

/** A mail in text and HTML. Every attempt carries the same Message-ID, so that a repeated one is known again. */
export const email: Channel<EmailConfig> = {
  kind: "email",
  async send({ address }, message, { services: { env }, deliveryId, signal }) {
    const { SMTP_URL, MAIL_FROM } = env
    if (SMTP_URL === undefined || MAIL_FROM === undefined) {
      return { kind: "dead", status: null, error: `E-mail is not set up. ${kind.missing(env)}` }
    }
    const domain = MAIL_FROM.replace(/^.*@/, "").replace(/>$/, "")
    const messageId = `<${deliveryId}@${domain}>`
    const letter = letterOf(message)
    try {
      const { messageId: receipt } = await transportTo(SMTP_URL).sendMail({
        from: MAIL_FROM,
        to: { name: "", address },
        messageId,
        subject: letter.subject,
        text: textOf(letter),
        html: markupOf(letter),
        signal,
        ...headersOf(message, domain),
      })
      return { kind: "delivered", receipt, isFinal: true }
    } catch (error) {
      return outcomeOf(error)
    }
  },
}

/** RFC 3834: no holiday greeting answers it. RFC 8058: one click ends what can be ended. */
function headersOf(message: Message, domain: string) {
  const automatic = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" }
  if (message.kind === "page") {
    return {
      headers: automatic,
      // What becomes of an alert stands under its first mail.
      references: `<alert-${message.alertId}@${domain}>`,
      ...(message.severity === "high" ? { priority: "high" as const } : {}),
    }
  }
  if (message.kind !== "notice" || message.unsubscribeUrl === null) return { headers: automatic }
  return {
    headers: {
      ...automatic,
      "List-Unsubscribe": `<${message.unsubscribeUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  }
}

type Fault = Error & { code?: string; responseCode?: number; permanent?: boolean }

/**
 * A 5xx for this mail or this address is final (RFC 5321, section 4.2.1). That we may not sign in is the
 * operator's to mend, and everything else may pass.
 */
function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof Error)) throw error
  const { code, responseCode, permanent, message } = error as Fault
  const status = responseCode ?? null
  const words = `${heads[code ?? ""] ?? "The mail server did not take it"}: ${cut(inertLine(message), 300)}.`
  const isOfMail = code === "EENVELOPE" || code === "EMESSAGE"
  const isFinal = isOfMail && (permanent === true || (code === "EENVELOPE" && status === null))
  return isFinal
    ? { kind: "dead", status, error: words }
    : { kind: "retry", afterSeconds: null, status, error: words }
}

const heads: Record<string, string> = {
  EAUTH: "The mail server refused the sign-in of SMTP_URL",
  ENOAUTH: "The mail server wants a sign-in that SMTP_URL does not have",
  EENVELOPE: "The mail server refused the address",
  EMESSAGE: "The mail server refused the mail",
  ETIMEDOUT: "The mail server did not answer in time",
  ETLS: "There is no trustworthy connection to the mail server",
  ECONNECTION: "There is no connection to the mail server",
  ESOCKET: "There is no connection to the mail server",
  EDNS: "The mail server's name has no address",
}
