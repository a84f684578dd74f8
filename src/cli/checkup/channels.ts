import type { Env } from "../../env.ts"
import { email } from "../../graphql/channel/kinds/email.ts"
import { phone } from "../../graphql/channel/phone.ts"
import { pushNeedsTls } from "../../graphql/channel/vapid.ts"
import { transportTo } from "../../notify/mail/transport.ts"
import type { Finding } from "./finding.ts"
import { error, ok, warning } from "./finding.ts"

/** Whether alerts can leave: the mail server takes us, and Twilio knows the account. Nothing is sent. */

export async function checkMail(env: Env): Promise<Finding> {
  const { SMTP_URL, MAIL_FROM } = env
  const missing = email.missing(env)
  if (SMTP_URL === undefined || MAIL_FROM === undefined || missing !== null) {
    return warning(
      "e-mail",
      "not set up: nobody can be reached by e-mail, and no forgotten password be replaced",
      missing ?? "",
    )
  }
  const { host } = new URL(SMTP_URL)
  const transport = transportTo(SMTP_URL)
  try {
    await transport.verify()
    return ok("e-mail", `${host} takes mail from ${MAIL_FROM}`)
  } catch (fault) {
    const said = fault instanceof Error ? fault.message : String(fault)
    return error("e-mail", `${host}: ${said}`, "Check SMTP_URL: host, port, user and password.")
  } finally {
    transport.close()
  }
}

/** Projects bring their own apps, so there is nothing to set up, but for being reached. */
export function checkChats({ BASE_URL }: Env): Finding[] {
  const isOutside = BASE_URL.startsWith("https:") && new URL(BASE_URL).hostname !== "localhost"
  const lack = pushNeedsTls({ BASE_URL })
  return [
    ok(
      "chats",
      isOutside
        ? "Slack and Discord call back when a button is pressed"
        : `messages go out; for buttons in Slack and Discord BASE_URL must be of the internet, not ${BASE_URL}`,
    ),
    lack === null
      ? ok("web push", "browsers can take notifications")
      : warning("web push", "browsers take no notifications from here", lack),
  ]
}

export async function checkPhone(env: Env): Promise<Finding> {
  const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM, BASE_URL } = env
  const given = [TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM]
  const missing = phone.missing(env)
  if (given.every((one) => one === undefined)) {
    return ok("sms and calls", `not used. ${missing}`)
  }
  if (missing !== null || TWILIO_ACCOUNT_SID === undefined) {
    return warning("sms and calls", "only half set up, so that none is sent", missing ?? "")
  }
  const { callbackOf, twilioOf } = await import("../../notify/twilio/client.ts")
  try {
    const account = await twilioOf(env)?.client.api.accounts(TWILIO_ACCOUNT_SID).fetch()
    if (account !== undefined && account.status !== "active") {
      return error("sms and calls", `the Twilio account is ${account.status}`, "See its console.")
    }
  } catch (fault) {
    const said = fault instanceof Error ? fault.message : String(fault)
    const advice = "Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN against Twilio's console."
    return error("sms and calls", `Twilio: ${said}`, advice)
  }
  return callbackOf(env, "") === null
    ? warning(
        "sms and calls",
        "Twilio cannot call back, so nothing is acknowledged by reply or key",
        `Set BASE_URL to an address of the internet; it is ${BASE_URL}.`,
      )
    : ok("sms and calls", `over Twilio, from ${TWILIO_FROM}`)
}
