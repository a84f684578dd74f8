import type { Env } from "../platform/env.ts"
import { nameFault } from "../platform/name-fault.ts"
import { transportTo } from "./mail/transport.ts"
import { twilioOf } from "./twilio/twilio-client.ts"

/** Why nothing can be sent, without hosts and users, and what to do; `error` has the rest. */
export type SenderFault = { words: string; advice: string; error: unknown }

/** Whether the mail server accepts us; sends nothing. Null if it does, or if there is none. */
export async function examineMail({ SMTP_URL }: Env): Promise<SenderFault | null> {
  if (SMTP_URL === undefined) return null
  try {
    await transportTo(SMTP_URL).verify()
    return null
  } catch (error) {
    return {
      words: `the mail server in SMTP_URL cannot be used: ${nameFault(error)}`,
      advice: "Check SMTP_URL: host, port, user, and password.",
      error,
    }
  }
}

/** Whether Twilio knows the account; sends nothing. Null if it does, or if there is none. */
export async function examinePhone(env: Env): Promise<SenderFault | null> {
  const line = twilioOf(env)
  if (line === null) return null
  try {
    const { status } = await line.client.api.accounts(line.accountSid).fetch()
    if (status === "active") return null
    const words = `the Twilio account is ${status}`
    return { words, advice: "See its console.", error: new Error(words) }
  } catch (error) {
    const isRefused = error instanceof Error && "status" in error && error.status === 401
    return {
      words: `Twilio cannot be used: ${isRefused ? "it rejected the password" : nameFault(error)}`,
      advice: "Check the account SID and the auth token in TWILIO_URL.",
      error,
    }
  }
}
