import type { Finding } from "../findings/finding.ts"
import type { Env } from "../platform/env.ts"
import { serviceFault } from "../platform/name-fault.ts"
import { transportTo } from "./mail/transport.ts"
import { twilioOf } from "./twilio/twilio-client.ts"

/** Why nothing can be sent, without hosts and users, and what to do; `error` has the rest. */
export type SenderFault = { finding: Finding; error: unknown }

/** Whether the mail server accepts us; sends nothing. Null if it does, or if there is none. */
export async function examineMail({ SMTP_URL }: Env): Promise<SenderFault | null> {
  if (SMTP_URL === undefined) return null
  try {
    await transportTo(SMTP_URL).verify()
    return null
  } catch (error) {
    const parameters = { fault: [serviceFault(error)] }
    return { finding: { code: "mail_unusable", parameters }, error }
  }
}

const rejected: Finding = { code: "service_fault", parameters: { fault: "password_rejected" } }

/** Whether Twilio knows the account; sends nothing. Null if it does, or if there is none. */
export async function examinePhone(env: Env): Promise<SenderFault | null> {
  const line = twilioOf(env)
  if (line === null) return null
  try {
    const { status } = await line.client.api.accounts(line.accountSid).fetch()
    if (status === "active") return null
    return { finding: { code: "twilio_account", parameters: { status } }, error: null }
  } catch (error) {
    const isRefused = error instanceof Error && "status" in error && error.status === 401
    const parameters = { fault: [isRefused ? rejected : serviceFault(error)] }
    return { finding: { code: "twilio_unusable", parameters }, error }
  }
}
