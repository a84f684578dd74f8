import { examineMail, examinePhone } from "../../../channels/examine-senders.ts"
import { email } from "../../../channels/mail/email.ts"
import { phone } from "../../../channels/twilio/phone.ts"
import { email as mailSender } from "../../../channels/mail/send-email.ts"
import { messageLanguage } from "../../../channels/words/message-language.ts"
import { BackupError } from "../../../platform/backup/backup-error.ts"
import { backupPlaceOf } from "../../../platform/backup/backup-place.ts"
import type { Env } from "../../../platform/env.ts"
import { examineBaseUrl } from "../../../platform/examine-base-url.ts"
import { examineSso } from "../../../platform/examine-sso.ts"
import { say } from "../../../findings/say.ts"
import { newId } from "../../../platform/id.ts"
import type { Context } from "../../kernel/context.ts"
import { DomainError } from "../../kernel/errors.ts"
import { readTelemetry } from "../../telemetry/telemetry-store.ts"

/** `isCertain` is false if only this machine may see the problem. */
export type AreaTest = { isWorking: boolean; isCertain?: boolean; detail: string }

const works = (detail: string): AreaTest => ({ isWorking: true, detail })
const fails = (detail: string): AreaTest => ({ isWorking: false, detail })

const mailMs = 25_000

/** Tries each part with these settings, which may not be in effect yet. */
export const areaTests = {
  mail,
  phone: testPhone,
  base_url: baseUrl,
  sign_on: signOn,
  store,
  backups,
}

/** Sends a message to the operator's own address. */
async function mail({ actor, ...services }: Context, env: Env): Promise<AreaTest> {
  const missing = email.missing(env)
  if (missing !== null) return fails(`E-mail is not set up. ${missing}`)
  const { host } = new URL(env.SMTP_URL ?? "")
  if (actor.kind !== "user") {
    const fault = await examineMail(env)
    return fault === null
      ? works(`${host} accepts our connection.`)
      : fails(`${upper(fault.words)}.`)
  }
  const outcome = await mailSender.send(
    { address: actor.email },
    {
      kind: "test",
      channel: actor.email,
      owner: actor.name,
      language: messageLanguage(actor.language),
    },
    {
      services: { ...services, env },
      deliveryId: newId(),
      previousReceipt: null,
      signal: AbortSignal.timeout(mailMs),
    },
  )
  return outcome.kind === "accepted"
    ? works(`${host} accepted a test message to ${actor.email}.`)
    : fails(say([outcome.finding], services.language))
}

async function testPhone(_ctx: Context, env: Env): Promise<AreaTest> {
  const missing = phone.missing(env)
  if (missing !== null) return fails(`SMS and calls are not set up. ${missing}`)
  const fault = await examinePhone(env)
  return fault === null
    ? works(`Twilio knows the account. Messages and calls come from ${env.TWILIO_URL?.from}.`)
    : fails(`${upper(fault.words)}. ${fault.advice}`)
}

async function baseUrl(_ctx: Context, env: Env): Promise<AreaTest> {
  const fault = await examineBaseUrl(env)
  if (fault === null) return works(`${env.BASE_URL} leads here.`)
  const { words, advice, isCertain } = fault
  return { isCertain, ...fails(`${env.BASE_URL} cannot be used from here: ${words}. ${advice}`) }
}

async function signOn(_ctx: Context, env: Env): Promise<AreaTest> {
  const { detail, isWorking } = await examineSso(env)
  return { detail, isWorking }
}

/** Answers within the deadline of telemetry queries. */
async function store(ctx: Context): Promise<AreaTest> {
  try {
    await readTelemetry(ctx, (opened) => opened.query("SELECT 1 AS one", {}))
    return works("The telemetry store answers.")
  } catch (error) {
    if (error instanceof DomainError) return fails(error.message)
    throw error
  }
}

/** Writes a small file where backups go, and removes it. */
async function backups(_ctx: Context, env: Env): Promise<AreaTest> {
  const place = backupPlaceOf(env)
  const name = `watchkeeper-test-${newId()}.txt`
  try {
    await place.write(name, once(Buffer.from("A test of the place of backups.\n")))
    await place.remove(name)
  } catch (error) {
    if (error instanceof BackupError) return fails(error.message)
    throw error
  }
  const schedule =
    env.BACKUP_URL?.schedule === undefined ? " No schedule is set in BACKUP_URL." : ""
  return works(`A file can be written to ${place.name}.${schedule}`)
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes)
}

const upper = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
