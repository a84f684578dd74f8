import { mailErrors } from "../../findings/codes/delivery.ts"
import { absentSettings, mailSettings } from "../../platform/missing-settings.ts"
import { dead, failed, said } from "../http-outcome.ts"
import type { EmailConfig } from "./email.ts"
import { letterOf } from "./mail-layout.ts"
import { markupOf } from "./mail-markup.ts"
import { textOf } from "./mail-text.ts"
import { transportTo } from "./transport.ts"
import type { Sender, Message, Outcome } from "../message.ts"

/** E-mail in text and HTML. Every attempt has the same Message-ID, so that duplicates are recognized. */
export const email: Sender<EmailConfig> = {
  kind: "email",
  async send({ address }, message, { services: { env }, deliveryId, previousReceipt, signal }) {
    const { SMTP_URL, MAIL_FROM } = env
    if (SMTP_URL === undefined || MAIL_FROM === undefined) {
      const settings = absentSettings(env, mailSettings)
      return dead({ code: "channel_not_set_up", parameters: { kind: "email", settings } })
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
        attachments: filesOf(message),
        signal,
        ...headersOf(message, domain, previousReceipt),
      })
      return { kind: "accepted", receipt, isConfirmed: false }
    } catch (error) {
      return outcomeOf(error)
    }
  },
}

const filesOf = (message: Message) =>
  message.kind === "notice"
    ? (message.files ?? []).map(({ name, content }) => ({
        filename: name,
        content,
        contentType: "text/csv; charset=utf-8",
      }))
    : []

/** RFC 3834: prevents automatic replies. RFC 2919: names the list. RFC 8058: one-click unsubscribe. */
function headersOf(message: Message, domain: string, previous: string | null) {
  const automatic = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" }
  if (message.kind === "page") {
    return {
      headers: automatic,
      ...threadOf([`<alert-${message.alertId}@${domain}>`], previous),
      ...(message.state === "triggered" && message.severity === "high"
        ? { priority: "high" as const }
        : {}),
    }
  }
  const thread = threadOf([], previous)
  if (message.kind !== "notice" || message.unsubscribeUrl === null) {
    return { headers: automatic, ...thread }
  }
  const { listId } = message.wording ?? {}
  return {
    ...thread,
    headers: {
      ...automatic,
      ...(listId === undefined ? {} : { "List-Id": `<${listId}.${domain}>`, Precedence: "list" }),
      "List-Unsubscribe": `<${message.unsubscribeUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  }
}

/** Threads mails about the same alert (RFC 5322, section 3.6.4). */
const threadOf = (roots: string[], previous: string | null) =>
  previous === null
    ? { references: roots }
    : { references: [...roots, previous], inReplyTo: previous }

type Fault = Error & { code?: string; responseCode?: number; permanent?: boolean }

/**
 * A 5xx for this message or address is final (RFC 5321, section 4.2.1). Authentication errors are left to the
 * operator; everything else may be temporary.
 */
function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof Error)) throw error
  const { code, responseCode, permanent, message } = error as Fault
  const status = responseCode ?? null
  const known = mailErrors.find((one) => one === code) ?? null
  const parameters = { error: known, said: said(message) }
  const finding = { code: "mail_failed", parameters } as const
  const isOfMail = code === "EENVELOPE" || code === "EMESSAGE"
  const isFinal = isOfMail && (permanent === true || (code === "EENVELOPE" && status === null))
  return failed({ status, finding }, isFinal)
}
