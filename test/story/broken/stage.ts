import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { examineAll } from "../../../src/cli/doctor.ts"
import type { Finding } from "../../../src/cli/doctor/finding.ts"
import { judgeSettings } from "../../../src/cli/run-role.ts"
import { adoptKey } from "../../../src/graphql/workspace/secret-key/settle-key.ts"
import { startAuditor } from "../../../src/jobs/audit/audit-escalations.ts"
import { senderTroubles } from "../../../src/notify/message/sender-troubles.ts"
import { createHealth, type TelemetryState } from "../../../src/pages/health.ts"
import type { Env } from "../../../src/platform/env.ts"
import { newId } from "../../../src/platform/id.ts"
import { createLog } from "../../../src/platform/log.ts"
import { startLoop } from "../../../src/platform/loop.ts"
import { openClient } from "../../../src/platform/open-client.ts"
import type { Trouble } from "../../../src/platform/resources/judge-usage.ts"
import { reportResources } from "../../../src/platform/resources/report-resources.ts"
import type { Services } from "../../../src/platform/services.ts"
import { createAnchor } from "../../support/anchor.ts"
import { ask } from "../../support/ask.ts"
import { backupsIn } from "../../support/backup-settings.ts"
import { startDnsServer } from "../../support/dns-server.ts"
import { makePerson } from "../../support/people.ts"
import { freePort } from "../../support/port.ts"
import { startSmtp } from "../../support/smtp.ts"
import { accountSid, authToken } from "../../support/twilio.ts"
import { openWorld, testEnv } from "../../support/world.ts"

/** What is broken: everything else stays well. */
export type Broken = {
  env?: Partial<Env>
  services?: Partial<Services>
  troubles?: Trouble[]
  telemetry?: TelemetryState
  /** The folder of control groups. */
  groups?: string
  isAuditorStopped?: boolean
  /** The role of the process that reports; notify unless that is what is broken. */
  role?: string
  /** What a start says that is refused. */
  refusal?: string
  mend?: () => Promise<unknown>
}

export type Thing = {
  break(stage: Stage): Promise<Broken>
  /** Its cause. */
  says: RegExp
  /** The cause in the doctor's words, where they differ. */
  doctor?: RegExp
}

export type Seen = {
  doctor: Finding[]
  health: Record<string, { status: string; detail: string | null }>
  parts: Part[]
  log: string
}

export type Stage = Awaited<ReturnType<typeof openStage>>

const mailPassword = "a password of the tests"

/** One installation in this process, in which everything is well, with all that it uses on loopback. */
export async function openStage() {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-broken-"))
  const smtp = await startSmtp({ password: mailPassword })
  const twilio = await answerAll(() => ({ status: 200, body: { status: "active" } }))
  const watcher = await answerAll(() => ({ status: 200, body: {} }))
  const anchor = createAnchor().listen(0, "127.0.0.1")
  await once(anchor, "listening")
  const closing: (() => Promise<void>)[] = []
  const names = await startDnsServer(
    ({ name }) => ({
      answers: name === "." ? [{ type: "NS", name, ttl: 1, data: "a.root-servers.net" }] : [],
    }),
    { closeLater: (close) => void closing.push(close) },
  )
  const smtpUrl = (password: string) => smtp.url.replace("//", `//ada:${password}@`)
  const env: Env = {
    ...testEnv,
    DATA_DIR: folder,
    PORT: await freePort(),
    HOST: "127.0.0.1",
    SECRET_KEY: randomBytes(32).toString("base64"),
    SMTP_URL: smtpUrl(encodeURIComponent(mailPassword)),
    MAIL_FROM: "Watchkeeper <alerts@watch.example>",
    TWILIO_URL: { accountSid, authToken, from: "+15005550006", apiUrl: twilio.url },
    DEAD_MAN_URL: watcher.url,
    EGRESS_ANCHORS: [`127.0.0.1:${(anchor.address() as AddressInfo).port}`],
    RESOLVERS: [names.server],
    BACKUP_PASSPHRASE: "a long passphrase",
    BACKUP_URL: backupsIn(join(folder, "backups"), { hour: 3, minute: 0 }),
  }
  const world = await openWorld(env)
  const { database } = world.services
  const client = await openClient(world.connectionString)
  await adoptKey(client, env)
  await client.end()
  const operator = (await makePerson(world)).ctx.actor
  await database.prisma.backup.create({
    data: {
      id: newId(),
      reason: "scheduled",
      place: "/srv",
      name: "a",
      version: "0",
      madeAt: new Date(Date.now() - 60_000),
      verifiedAt: new Date(),
    },
  })
  const id = newId()

  /** What the four places say of an installation with this broken. */
  async function look(broken: Broken = {}): Promise<Seen> {
    const lines: string[] = broken.refusal === undefined ? [] : [broken.refusal]
    const log = logTo(lines)
    const own = { ...env, ...broken.env }
    const services: Services = { ...world.services, log, ...broken.services, env: own }
    const { pool } = database
    await pool.query("delete from resource_report where process_id = $1", [id])
    const found = await senderTroubles(services)
    const troubles = () => [...judgeSettings(), ...found, ...(broken.troubles ?? [])]
    // Twice: what a failed report teaches is in the next one.
    for (let count = 0; count < 2; count += 1) {
      await runOnce(log, "resources", () =>
        reportResources(services, { id, role: broken.role ?? "notify", troubles }, broken.groups),
      )
    }
    if (broken.isAuditorStopped !== true) {
      await pool.query("update escalation_audit set began_at = '-infinity'")
      await startAuditor(services).stop()
    }
    const [doctor, { report }, { data }] = await Promise.all([
      examineAll({ ...own, DATABASE_URL: own.DATABASE_URL ?? world.connectionString }),
      createHealth(services, () => broken.telemetry ?? null)(),
      ask({ ...world, services }, operator, parts),
    ])
    const { status: _status, version: _version, ...health } = report
    const { installationReport } = (data ?? {}) as { installationReport?: { parts: Part[] } }
    return { doctor, health, parts: installationReport?.parts ?? [], log: lines.join("\n") }
  }

  return {
    world,
    env,
    folder,
    smtp,
    smtpUrl,
    look,
    logTo,
    async close() {
      await world.close()
      anchor.close()
      await Promise.all([smtp.stop(), twilio.close(), watcher.close(), closing[0]?.()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Part = { name: string; status: string; detail: string | null }
const parts = "{ installationReport { parts { name status detail } } }"

const logTo = (lines: string[]) =>
  createLog("info", "test", { write: (line) => void lines.push(line) })

/** One round of a loop, with what it logs. */
const runOnce = (log: Services["log"], name: string, work: () => Promise<void>) =>
  startLoop(log, name, 60_000, work).stop()

/** A web server on loopback that answers everything alike. */
export async function answerAll(answer: () => { status: number; body: object }) {
  const server = createServer((_, response) => {
    const { status, body } = answer()
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
