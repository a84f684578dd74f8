import { randomUUID } from "node:crypto"
import { mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Redis } from "ioredis"
import { recordBackupFailure } from "../../../src/graphql/workspace/backup/record-backup.ts"
import { createStatusPage } from "../../../src/graphql/status-pages/status-page/create-status-page.ts"
import { runBackup } from "../../../src/jobs/backup/run-backup.ts"
import { storeOf } from "../../../src/jobs/export/copy-store.ts"
import { startExport } from "../../../src/jobs/export/export-pages.ts"
import { backupPlaceOf } from "../../../src/platform/backup/backup-place.ts"
import { createRedisBus } from "../../../src/platform/bus/redis-bus.ts"
import { judgeTelemetry, type TelemetryState } from "../../../src/pages/health.ts"
import type { Env } from "../../../src/platform/env.ts"
import { newId } from "../../../src/platform/id.ts"
import { backupSetting } from "../../../src/platform/service-urls.ts"
import { createReceiver } from "../../../src/telemetry/ingest/receiver.ts"
import { logRequest } from "../../support/otlp.ts"
import { closedPort } from "../../support/listeners.ts"
import { startRedis } from "../../support/redis.ts"
import { backupsIn } from "../../support/backup-settings.ts"
import { makeChannel } from "../../support/channels.ts"
import { soon } from "../../support/soon.ts"
import { makeProject } from "../../support/world.ts"
import { answerAll, type Broken, type Stage, type Thing } from "./stage.ts"

/** A bus that cannot connect: as it starts, and with what it logs. */
async function busTo(stage: Stage, REDIS_URL: string): Promise<Broken> {
  const lines: string[] = []
  const log = stage.logTo(lines)
  const bus = await createRedisBus(REDIS_URL, "broken", log)
  return {
    env: { REDIS_URL },
    services: { bus },
    refusal: lines.join("\n"),
    mend: () => bus.close(),
  }
}

const only =
  (env: Partial<Env>): (() => Promise<Broken>) =>
  () =>
    Promise.resolve({ env })

/** A scheduled backup that fails as the notify role makes it. */
async function backUp({ env: all, world }: Stage, env: Partial<Env>): Promise<Broken> {
  const { database, log } = world.services
  const own = { ...all, ...env }
  const { pool } = database
  const place = backupPlaceOf(own)
  const dueAt = new Date()
  const needs = { env: own, log, pool, connectionString: world.connectionString }
  const wanted = { place, dueAt, isVerified: false, openTelemetry: () => Promise.resolve(null) }
  await runBackup(needs, { ...wanted, reason: "scheduled" }).catch(() => undefined)
  return { env, mend: () => pool.query("delete from backup where due_at = $1", [dueAt]) }
}

const bucket = (url: string): Partial<Env> => ({
  BACKUP_URL: backupSetting.parse(
    `${url.replace("//", "//key:secret@")}/bucket/watchkeeper?schedule=03:00`,
  ),
})

/** Twilio's account with another server. */
const twilioAt = ({ env: { TWILIO_URL: account } }: Stage, apiUrl: string): Partial<Env> =>
  account === undefined ? {} : { TWILIO_URL: { ...account, apiUrl } }

async function answeringBucket(stage: Stage, status: number): Promise<Broken> {
  const { url, close } = await answerAll(() => ({ status, body: { Code: "NoSuchBucket" } }))
  const { mend, env } = await backUp(stage, bucket(url))
  return {
    env: env ?? {},
    async mend() {
      await mend?.()
      await close()
    },
  }
}

/** What the installation uses, and what projects connect. */
export const services: Record<string, Thing> = {
  "Redis is stopped": {
    break: async (stage) => busTo(stage, `redis://127.0.0.1:${await closedPort()}`),
    says: /Redis .*nothing is listening|ECONNREFUSED/,
    doctor: /cannot be used/,
  },
  "Redis rejects the password": {
    async break(stage) {
      const redis = await startRedis()
      const admin = new Redis(redis.url)
      await admin.config("SET", "requirepass", "right")
      admin.disconnect()
      const broken = await busTo(stage, redis.url.replace("//", "//:wrong@"))
      return {
        ...broken,
        async mend() {
          await broken.mend?.()
          await redis.stop()
        },
      }
    },
    says: /rejected the password|WRONGPASS/,
    doctor: /cannot be used/,
  },
  "the mail server is stopped": {
    break: async () => ({ env: { SMTP_URL: `smtp://127.0.0.1:${await closedPort()}` } }),
    says: /No e-mail can be sent: .*nothing is listening.*Check SMTP_URL/,
    doctor: /ECONNREFUSED/,
  },
  "the mail server rejects the password": {
    break: ({ smtpUrl }) => only({ SMTP_URL: smtpUrl("wrong") })(),
    says: /No e-mail can be sent: .*rejected the password.*Check SMTP_URL/,
    doctor: /535/,
  },
  "the mail server speaks no TLS": {
    break: ({ smtp }) => only({ SMTP_URL: smtp.url.replace("smtp:", "smtps:") })(),
    says: /No e-mail can be sent: .*no TLS connection/,
    doctor: /no TLS connection/,
  },
  "Twilio rejects the credentials": {
    async break(stage) {
      const body = { code: 20003, message: "Authenticate", status: 401 }
      const { url, close } = await answerAll(() => ({ status: 401, body }))
      return { env: twilioAt(stage, url), mend: close }
    },
    says: /No SMS can be sent .*rejected the password.*in TWILIO_URL/,
    doctor: /Authenticate/,
  },
  "the Twilio account is suspended": {
    async break(stage) {
      const { url, close } = await answerAll(() => ({ status: 200, body: { status: "suspended" } }))
      return { env: twilioAt(stage, url), mend: close }
    },
    says: /the Twilio account is suspended/,
  },
  "the token of a Slack channel is revoked": {
    async break({ world }) {
      const { id: projectId } = await makeProject(world)
      const settings = {
        token: "xoxb-1-2-3",
        signingSecret: "a".repeat(32),
        channelId: "C024BE91L",
      }
      const { id } = await makeChannel(world, { projectId }, { kind: "slack_bot", settings })
      const { prisma } = world.services.database
      await prisma.channel.update({ where: { id }, data: { lastError: "Slack: token_revoked" } })
      return { mend: () => prisma.channel.delete({ where: { id } }) }
    },
    says: /last message to 1 of 1 channel failed; its page says why/,
    doctor: /slack_bot .*token_revoked/,
  },
  "an on-call calendar cannot be read": {
    async break({ world }) {
      const { pool } = world.services.database
      const id = newId()
      await pool.query(
        `set session_replication_role = replica;
         insert into rotation_calendar (id, rotation_id, sealed_url, hint, last_error)
         values ('${id}', '${newId()}', '', 'calendar', 'The server returned 404.');
         set session_replication_role = default`,
      )
      return { mend: () => pool.query("delete from rotation_calendar") }
    },
    says: /1 on-call calendar cannot be read, and the last copy is used/,
  },
  "the dead-man URL returns an error": {
    async break() {
      const { url, close } = await answerAll(() => ({ status: 410, body: {} }))
      return { env: { DEAD_MAN_URL: url }, mend: close }
    },
    says: /DEAD_MAN_URL does not accept pings: it returned 410/,
  },
  "the dead-man URL cannot be reached": {
    break: async () => ({ env: { DEAD_MAN_URL: `http://127.0.0.1:${await closedPort()}` } }),
    says: /DEAD_MAN_URL does not accept pings: nothing is listening/,
  },
  "the last backup failed": {
    async break(stage) {
      const file = join(stage.folder, "file")
      await writeFile(file, "")
      return backUp(stage, { BACKUP_URL: backupsIn(join(file, "backups"), { hour: 3, minute: 0 }) })
    },
    says: /The last attempt failed: .*ENOTDIR|The last attempt failed: .*not a folder/,
    doctor: /last attempt failed/,
  },
  "the newest verified backup is too old": {
    async break({ world }) {
      const { pool } = world.services.database
      await pool.query("update backup set made_at = now() - interval '30 hours'")
      return { mend: () => pool.query("update backup set made_at = now()") }
    },
    says: /The newest verified backup is 30 hours old.*backup --verify/,
  },
  "the newest backup is damaged": {
    async break({ env, world }) {
      const { pool } = world.services.database
      const place = backupPlaceOf(env)
      await mkdir(place.name, { recursive: true })
      await writeFile(join(place.name, "damaged.tar.zst"), randomUUID())
      await pool.query(
        `insert into backup (id, reason, place, name, made_at, version) values ($1, 'manual', $2, $3, now(), '0')`,
        [newId(), place.name, "damaged.tar.zst"],
      )
      return {
        async mend() {
          await pool.query("delete from backup where name = 'damaged.tar.zst'")
          await rm(place.name, { recursive: true })
        },
      }
    },
    says: /damaged/,
  },
  "the bucket for backups does not exist": {
    break: (stage) => answeringBucket(stage, 404),
    says: /returned 404: .*Create the bucket, or correct BACKUP_URL/,
  },
  "the bucket for backups denies access": {
    break: (stage) => answeringBucket(stage, 403),
    says: /returned 403: .*Check the key id and secret in BACKUP_URL/,
  },
  "the host of the bucket cannot be reached": {
    async break({ env, world }) {
      const { pool } = world.services.database
      const url = bucket(`http://127.0.0.1:${await closedPort()}`)
      const place = backupPlaceOf({ ...env, ...url })
      const attempt = { reason: "scheduled" as const, place: place.name, dueAt: new Date() }
      const error = await place.remove("none").catch((fault: unknown) => fault)
      await recordBackupFailure(pool, attempt, error)
      return {
        env: url,
        mend: () => pool.query("delete from backup where place = $1", [place.name]),
      }
    },
    says: /cannot be reached: .*ECONNREFUSED.*Check BACKUP_URL/,
  },
  "static copies of status pages cannot be written": {
    async break({ env, world, folder }) {
      const { id: projectId } = await makeProject(world)
      const { system, services } = world
      await createStatusPage(system, { projectId, name: "Shop", isPublic: true })
      const file = join(folder, "no-folder")
      await writeFile(file, "")
      const own = {
        ...env,
        STATUS_EXPORT_URL: { kind: "folder" as const, path: join(file, "pages") },
      }
      const store = storeOf(own)
      if (store === null) throw new Error("there is a store")
      const { stop } = startExport({ ...services, env: own }, store)
      const { pool, prisma } = services.database
      await soon(() => prisma.statusPageExport.count({ where: { failures: 1 } })).toBe(1)
      await stop()
      return {
        async mend() {
          await pool.query("delete from status_page")
          await pool.query("delete from status_page_export")
        },
      }
    },
    says: /static copies of 1 status page cannot be written\. Check STATUS_EXPORT_URL/,
  },
  "the telemetry store does not answer": {
    async break({ env, world, folder }) {
      const CLICKHOUSE_URL = `http://127.0.0.1:${await closedPort()}`
      const own = { ...env, DATA_DIR: join(folder, "away"), CLICKHOUSE_URL }
      const receiver = createReceiver({ ...world.services, env: own }, [])
      await receiver.take({
        signal: "logs",
        encoding: "json",
        isZipped: false,
        body: [Buffer.from(JSON.stringify(logRequest(["waits"])))],
        owner: { projectId: newId(), retentionDays: 30, rules: [] },
      })
      await soon(() => Promise.resolve(receiver.state()?.trouble ?? null)).not.toBeNull()
      return { ...telemetry(receiver.state() ?? {}), mend: () => receiver.stop() }
    },
    says: /telemetry store takes no data: .*Start the telemetry role, or check CLICKHOUSE_URL/,
  },
  "the disk of telemetry is nearly full": {
    break: () => Promise.resolve(telemetry({ isDiskFull: true })),
    says: /telemetry is refused\. Free disk space/,
  },
}

/** What the api role reports of its receiver, which has a test of its own. */
function telemetry(given: Partial<TelemetryState>): Broken {
  const state = { spoolBytes: 1, isDiskFull: false, dropped: null, trouble: null, ...given }
  const { status, findings } = judgeTelemetry(state, new Date())
  const troubles = [{ resource: "telemetry" as const, status, findings: [...findings] }]
  return { telemetry: state, troubles }
}
