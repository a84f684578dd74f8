import { examineMail, examinePhone } from "../../../channels/examine-senders.ts"
import { email as mailSender } from "../../../channels/mail/send-email.ts"
import { messageLanguage } from "../../../channels/words/message-language.ts"
import type { areas } from "../../../findings/codes/health.ts"
import type { Finding } from "../../../findings/finding.ts"
import { BackupError } from "../../../platform/backup/backup-error.ts"
import { backupPlaceOf } from "../../../platform/backup/backup-place.ts"
import type { Env } from "../../../platform/env.ts"
import { examineBaseUrl } from "../../../platform/examine-base-url.ts"
import { examineSso } from "../../../platform/examine-sso.ts"
import { newId } from "../../../platform/id.ts"
import { absentSettings, mailSettings } from "../../../platform/missing-settings.ts"
import type { Context } from "../../kernel/context.ts"
import { DomainError } from "../../kernel/errors.ts"
import { readTelemetry } from "../../telemetry/telemetry-store.ts"

/** `isCertain` is false if only this machine may see the problem. */
export type AreaTest = { isWorking: boolean; isCertain?: boolean; findings: Finding[] }

const works = (area: (typeof areas)[number], name = "", more = ""): AreaTest => ({
  isWorking: true,
  findings: [{ code: "area_works", parameters: { area, name, more } }],
})
const fails = (finding: Finding): AreaTest => ({ isWorking: false, findings: [finding] })
const notSetUp = (kind: "email" | "sms", settings: string[]): AreaTest =>
  fails({ code: "channel_not_set_up", parameters: { kind, settings } })

const mailMs = 25_000

/** Tries each part with these settings, which may not be in effect yet. */
export const areaTests = {
  mail,
  phone: testPhone,
  base_url: baseUrl,
  sign_on: (_ctx: Context, env: Env): Promise<AreaTest> => examineSso(env),
  store,
  backups,
}

/** Sends a message to the operator's own address. */
async function mail({ actor, ...services }: Context, env: Env): Promise<AreaTest> {
  const missing = absentSettings(env, mailSettings)
  if (missing.length > 0) return notSetUp("email", missing)
  const { host } = new URL(env.SMTP_URL ?? "")
  if (actor.kind !== "user") {
    const fault = await examineMail(env)
    return fault === null ? works("mail_server", host) : fails(fault.finding)
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
  return outcome.kind === "accepted" ? works("mail", host, actor.email) : fails(outcome.finding)
}

async function testPhone(_ctx: Context, env: Env): Promise<AreaTest> {
  if (env.TWILIO_URL === undefined) return notSetUp("sms", ["TWILIO_URL"])
  const fault = await examinePhone(env)
  return fault === null ? works("phone", env.TWILIO_URL.from) : fails(fault.finding)
}

async function baseUrl(_ctx: Context, env: Env): Promise<AreaTest> {
  const fault = await examineBaseUrl(env)
  if (fault === null) return works("base_url", env.BASE_URL)
  return { isCertain: fault.isCertain, ...fails(fault.finding) }
}

/** Answers within the deadline of telemetry queries. */
async function store(ctx: Context): Promise<AreaTest> {
  try {
    await readTelemetry(ctx, (opened) => opened.query("SELECT 1 AS one", {}))
    return works("store")
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return fails({ code: "telemetry_store_unavailable", parameters: {} })
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
    if (error instanceof BackupError) return fails(error.finding)
    throw error
  }
  const isScheduled = env.BACKUP_URL?.schedule !== undefined
  return works(isScheduled ? "backups" : "backups_unscheduled", place.name)
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes)
}
