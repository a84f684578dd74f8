import type { Env } from "../../platform/env.ts"
import { email } from "../../channels/mail/email.ts"
import { phone } from "../../channels/twilio/phone.ts"
import { pushNeedsTls } from "../../channels/web-push/vapid.ts"
import type { SenderFault } from "../../channels/examine-senders.ts"
import { error, ok, warning, type Finding } from "./finding.ts"

/** Whether alerts can be sent: the mail server accepts us, and Twilio knows the account. Sends nothing. */

export async function checkMail(env: Env): Promise<Finding> {
  const { SMTP_URL, MAIL_FROM } = env
  const missing = email.missing(env)
  if (SMTP_URL === undefined || MAIL_FROM === undefined || missing !== null) {
    return warning("e-mail", "not set up: no email alerts and no password resets", missing ?? "")
  }
  const { host } = new URL(SMTP_URL)
  const { transportTo } = await import("../../channels/mail/transport.ts")
  const { examineMail } = await import("../../channels/examine-senders.ts")
  try {
    const fault = await examineMail(env)
    if (fault === null) return ok("e-mail", `${host} accepts mail from ${MAIL_FROM}`)
    return error("e-mail", [fault.finding], inFull(host, fault))
  } finally {
    transportTo(SMTP_URL).close()
  }
}

/** What the service said, which may name hosts. */
const inFull = (name: string, { error: fault }: SenderFault): string | null =>
  fault instanceof Error ? `${name}: ${fault.message}` : null

/** Projects bring their own apps, so only BASE_URL matters. */
export function checkChats({ BASE_URL }: Env): Finding[] {
  const isOutside = BASE_URL.startsWith("https:") && new URL(BASE_URL).hostname !== "localhost"
  const lack = pushNeedsTls({ BASE_URL })
  return [
    ok(
      "chats",
      isOutside
        ? "Slack and Discord buttons work"
        : `messages are sent, but Slack and Discord buttons need a public BASE_URL; it is ${BASE_URL}`,
    ),
    lack === null
      ? ok("web push", "browsers can receive notifications")
      : warning("web push", "browsers cannot receive notifications", lack),
  ]
}

export async function checkPhone(env: Env): Promise<Finding> {
  const missing = phone.missing(env)
  if (missing !== null) return ok("sms and calls", `not used. ${missing}`)
  const { callbackOf } = await import("../../channels/twilio/twilio-client.ts")
  const { examinePhone } = await import("../../channels/examine-senders.ts")
  const fault = await examinePhone(env)
  if (fault !== null) return error("sms and calls", [fault.finding], inFull("Twilio", fault))
  return callbackOf(env, "") === null
    ? warning(
        "sms and calls",
        "Twilio cannot call back, so replies and key presses do not acknowledge alerts",
        `Set BASE_URL to a public URL; it is ${env.BASE_URL}.`,
      )
    : ok("sms and calls", `sent through Twilio from ${env.TWILIO_URL?.from}`)
}
