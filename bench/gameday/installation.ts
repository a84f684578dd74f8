import { randomBytes } from "node:crypto"
import { access, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { createProject } from "../../src/graphql/workspace/project/create-project.ts"
import { createStatusPage } from "../../src/graphql/status-pages/status-page/create-status-page.ts"
import { freePort } from "../../src/platform/free-port.ts"
import { newId } from "../../src/platform/id.ts"
import { readEnv } from "../../src/platform/env.ts"
import { openServices, type Services } from "../../src/platform/services.ts"
import { ensureProgram } from "../../test/support/apt.ts"
import { openPostgres, urlOf } from "../../test/support/postgres-cluster.ts"
import { startRedis } from "../../test/support/redis.ts"
import { startSmtp } from "../../test/support/smtp.ts"
import { startProgram, type Program } from "../../test/story/program.ts"
import { openTargets } from "./targets.ts"

/** Shorter than people can choose, so that a game day takes minutes. */
const intervalSeconds = 5
const diskBytes = 160 * 1024 ** 2

export type Installation = Awaited<ReturnType<typeof openInstallation>>

/**
 * An installation as in docs/operations.md: PostgreSQL with a synchronous standby, Redis, two api, two probe and two
 * notify processes, and the telemetry store.
 */
export async function openInstallation() {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-gameday-"))
  const targets = await openTargets()
  const smtp = await startSmtp()
  const redis = await startRedis()
  const postgres = await openPostgres()
  const primary = await postgres.primary(["-c", "synchronous_standby_names=*"])
  const standby = await postgres.standby(primary)
  const [first, second] = [await freePort(), await freePort()]
  const settings = {
    DATABASE_URL: urlOf([primary.port, standby.port]),
    REDIS_URL: redis.url,
    SECRET_KEY: randomBytes(32).toString("base64"),
    HOST: "127.0.0.1",
    REACHABLE_RANGES: "127.0.0.0/8",
    EGRESS_ANCHORS: targets.anchor,
    SMTP_URL: smtp.url,
    MAIL_FROM: "Watchkeeper <alerts@watch.example>",
    BACKUP_PASSPHRASE: "a long passphrase for a day",
    LOG_LEVEL: "error",
  }
  const clock = join(folder, "clock")
  await writeFile(clock, "+0\n")
  const disk = join(folder, "api-1")
  await mkdir(disk)
  const wrapper = [
    await ensureProgram("unshare", "util-linux"),
    "--mount",
    "sh",
    "-c",
    `mount -t tmpfs -o size=${diskBytes} none "$0" && exec "$@"`,
    disk,
  ]
  const data = (name: string) => ({ ...settings, DATA_DIR: join(folder, name) })
  const api = await startProgram(
    { ...data("api-1"), PORT: String(first) },
    ["api,telemetry"],
    wrapper,
  )
  const programs = {
    api,
    otherApi: await startProgram({ ...data("api-2"), PORT: String(second) }, ["api"]),
    worker: await startProgram(data("worker-1"), ["probe,notify"]),
    movedWorker: await startProgram({ ...data("worker-2"), ...(await fakeClock(clock)) }, [
      "probe,notify",
    ]),
  }
  const env = readEnv(settings)
  const services = await openServices(env, settings.DATABASE_URL, "gameday")
  return {
    folder,
    settings,
    servers: [`http://127.0.0.1:${first}`, `http://127.0.0.1:${second}`],
    programs: programs as Record<string, Program> & typeof programs,
    /** The disk of the first api process, from outside its namespace. */
    disk: (name: string) => join(`/proc/${api.process.pid}/root${disk}`, name),
    moveClock: (by: string) => writeFile(clock, `${by}\n`),
    targets,
    smtp,
    redis,
    postgres,
    primary,
    standby,
    services,
    ...(await fill(services)),
    async close() {
      await services.close()
      await Promise.all(Object.values(programs).map((program) => program.stop()))
      await postgres.stop()
      await redis.stop()
      await smtp.stop()
      await targets.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function fakeClock(file: string): Promise<Record<string, string>> {
  await ensureProgram("faketime", "faketime")
  for (const folder of await readdir("/usr/lib")) {
    const path = join("/usr/lib", folder, "faketime/libfaketime.so.1")
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    ) {
      return {
        LD_PRELOAD: path,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_NO_CACHE: "1",
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
        DONT_FAKE_MONOTONIC: "1",
      }
    }
  }
  throw new Error("The game day needs libfaketime: apt-get install faketime.")
}

/** The project that the load reads, with its keys and its public page. */
async function fill(services: Services) {
  const system = contextFor(services, { kind: "system", name: "gameday" })
  const { id: projectId } = await createProject(system, { name: "Load" })
  const key = await createKey(system, {
    projectId,
    class: "public",
    name: "load",
    scopes: ["monitors:read"],
  })
  const ingestion = await createKey(system, { projectId, class: "ingestion", name: "load" })
  const page = await createStatusPage(system, { projectId, name: "Load", isPublic: true })
  return {
    system,
    keys: { key: key.token, ingestionKey: ingestion.token, slug: page.slug },
  }
}

/** Monitors of one disaster, in a project of its own whose owner is paged. */
export async function addMonitors(
  { services, system, targets: { port } }: Pick<Installation, "services" | "system" | "targets">,
  disaster: number,
  count: number,
) {
  const { prisma } = services.database
  const { id: projectId } = await createProject(system, { name: `Disaster ${disaster}` })
  const userId = newId()
  await prisma.user.create({
    data: { id: userId, name: "Ada", email: `ada-${disaster}@watch.example` },
  })
  await prisma.member.create({ data: { id: newId(), projectId, userId, role: "owner" } })
  // An address each, so that no alert joins another.
  const hosts = Array.from({ length: count }, (_, at) => `127.9.${disaster}.${at + 1}`)
  for (const host of hosts) {
    await prisma.monitor.create({
      data: {
        id: newId(),
        projectId,
        name: host,
        kind: "http",
        url: `http://${host}:${port}/`,
        host,
        intervalSeconds,
        timeoutSeconds: 5,
        failureThreshold: 1,
        recoveryThreshold: 1,
        state: { create: {} },
      },
    })
  }
  return { projectId, userId, hosts }
}

/** Repeats a question until the answer is right; PostgreSQL may be away meanwhile. */
export async function until(what: string, isTrue: () => Promise<boolean>, withinMs = 120_000) {
  const endsAt = performance.now() + withinMs
  let last = "false"
  while (performance.now() < endsAt) {
    try {
      if (await isTrue()) return
    } catch (error) {
      last = error instanceof Error ? error.message : String(error)
    }
    await sleep(200)
  }
  throw new Error(`After ${withinMs / 1000} s it is still not true: ${what} (${last})`)
}
