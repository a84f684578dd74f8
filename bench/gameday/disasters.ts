import { randomBytes } from "node:crypto"
import { readdir, rm, statfs, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { newId } from "../../src/platform/id.ts"
import { openClient } from "../../src/platform/open-client.ts"
import { urlOf } from "../../test/support/postgres-cluster.ts"
import { startSmtp } from "../../test/support/smtp.ts"
import { command, rolesOf, startProgram, type Program } from "../../test/story/program.ts"
import { until, type Installation } from "./installation.ts"
import { openEmbedded, type OtherInstallation } from "./other-installation.ts"

export type Disaster = {
  name: string
  /** Opens another installation, which the disaster strikes instead. */
  openOther?(installation: Installation): Promise<OtherInstallation>
  /** Changes who is paged before anything happens. */
  arrange?(installation: Installation, owner: { projectId: string; userId: string }): Promise<void>
  /** Strikes and ends; targets break at the same moment. */
  strike(installation: Installation, pages: number): Promise<void>
  /** Targets break only after it: what happens meanwhile must not look like an outage. */
  isQuiet?: boolean
}

async function signal(program: Program, role: string, name: NodeJS.Signals): Promise<void> {
  await until(`${role} runs`, async () => (await rolesOf(program)).has(role))
  process.kill((await rolesOf(program)).get(role) ?? 0, name)
}

const pidOf = async (program: Program, role: string) => (await rolesOf(program)).get(role) ?? 0

export const disasters: Disaster[] = [
  {
    name: "both probers killed",
    async strike({ programs }) {
      await signal(programs.worker, "probe", "SIGKILL")
      await signal(programs.movedWorker, "probe", "SIGKILL")
    },
  },
  {
    name: "both api processes killed, one after the other",
    async strike({ programs, servers }) {
      await signal(programs.api, "api", "SIGKILL")
      await until("it is ready again", async () => {
        const response = await fetch(`${servers[0]}/api/health/ready`)
        return response.ok
      })
      await signal(programs.otherApi, "api", "SIGKILL")
    },
  },
  {
    name: "both notify processes killed",
    async strike({ programs }) {
      await sleep(2000)
      await signal(programs.worker, "notify", "SIGKILL")
      await signal(programs.movedWorker, "notify", "SIGKILL")
    },
  },
  {
    name: "PostgreSQL killed and started again",
    async strike({ primary }) {
      await sleep(2000)
      await primary.kill()
      await sleep(3000)
      await primary.start()
    },
  },
  {
    name: "PostgreSQL hangs for 10 s",
    async strike({ primary }) {
      await sleep(1000)
      await primary.signal("SIGSTOP")
      await sleep(10_000)
      await primary.signal("SIGCONT")
    },
  },
  {
    name: "Redis gone for 10 s",
    async strike({ redis }) {
      await redis.kill()
      await sleep(10_000)
      await redis.restart()
    },
  },
  {
    name: "telemetry role hangs for 15 s",
    async strike({ programs }) {
      await signal(programs.api, "telemetry", "SIGSTOP")
      await sleep(15_000)
      await signal(programs.api, "telemetry", "SIGCONT")
    },
  },
  {
    name: "disk full for 15 s",
    strike: ({ disk }) => fillWhile(disk, () => sleep(15_000)),
  },
  {
    name: "own network gone for 15 s",
    isQuiet: true,
    async strike({ targets }) {
      await targets.cut()
      await sleep(15_000)
      await targets.join()
    },
  },
  {
    name: "clock 2 h ahead, then 1 h back",
    async strike({ moveClock }) {
      await moveClock("+2h")
      await sleep(8000)
      await moveClock("-1h")
      await sleep(8000)
      await moveClock("+0")
    },
  },
  { name: "restored from a backup, beside the installation", strike: restore },
  {
    name: "primary PostgreSQL lost, standby promoted",
    async strike({ primary, standby, postgres }) {
      await sleep(2000)
      await primary.kill()
      await postgres.promote(standby)
    },
  },
  {
    name: "both notify processes hang until they are ended",
    async strike({ programs }) {
      const hung = [programs.worker, programs.movedWorker]
      const before = await Promise.all(hung.map((program) => pidOf(program, "notify")))
      for (const program of hung) await signal(program, "notify", "SIGSTOP")
      await until("both are started again", async () => {
        const now = await Promise.all(hung.map((program) => pidOf(program, "notify")))
        return now.every((pid, at) => pid > 0 && pid !== before[at])
      })
    },
  },
  {
    name: "a prober that sees nothing joins for 20 s",
    async strike({ folder, settings }) {
      const own = { DATA_DIR: join(folder, "blind"), EGRESS_ANCHORS: "127.0.0.1:1" }
      const blind = await startProgram({ ...settings, ...own }, ["probe"])
      await sleep(20_000)
      await blind.stop()
    },
  },
  {
    name: "a process starts with another secret key",
    async strike({ folder, settings }) {
      const own = { DATA_DIR: join(folder, "key"), SECRET_KEY: randomBytes(32).toString("base64") }
      const started = await startProgram({ ...settings, ...own }, ["notify"]).catch(
        (error: unknown) => String(error),
      )
      if (typeof started !== "string") {
        await started.stop()
        throw new Error("a process with another secret key was not refused")
      }
    },
  },
  {
    name: "the person on call cannot be reached",
    async arrange({ services, system, smtp }, { projectId, userId }) {
      const { prisma } = services.database
      const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId } })
      smtp.held.deadAddresses.add(email)
      const next = newId()
      await prisma.user.create({ data: { id: next, name: "Grace", email: `next-${email}` } })
      await prisma.member.create({
        data: { id: newId(), projectId, userId: next, role: "viewer" },
      })
      await createPolicy(system, {
        projectId,
        name: "Standard",
        rules: [
          { delayMinutes: 0, targets: [{ userId }] },
          { delayMinutes: 30, targets: [{ userId: next }] },
        ],
      })
    },
    strike: () => Promise.resolve(),
  },
  {
    name: "disk of an embedded database full until the last page",
    openOther: openEmbedded,
    strike: ({ disk, smtp }, pages) =>
      fillWhile(disk, () =>
        until("the pages arrive", () => Promise.resolve(smtp.mails.length >= pages)),
      ),
  },
]

async function fillWhile(disk: Installation["disk"], wait: () => Promise<void>): Promise<void> {
  const { bavail, bsize } = await statfs(disk(""))
  // What the program writes meanwhile may leave less.
  await writeFile(disk("ballast"), Buffer.alloc(bavail * bsize)).catch(() => undefined)
  await wait()
  await rm(disk("ballast"), { force: true })
}

/** The backup is made under load; what is restored from it starts beside the installation and sends nothing. */
async function restore({ folder, settings, primary, services }: Installation): Promise<void> {
  const backups = join(folder, "backups")
  const rows = z.object({ rows: z.number() })
  await command({ ...settings, DATA_DIR: folder }, ["backup", "--to", backups], rows)
  const [name = ""] = await readdir(backups)
  await execute(urlOf([primary.port]), "create database restored")
  const smtp = await startSmtp()
  const own = {
    ...settings,
    DATABASE_URL: urlOf([primary.port], "restored"),
    DATA_DIR: join(folder, "restored"),
    SMTP_URL: smtp.url,
    PORT: "0",
  }
  try {
    await command(own, ["restore", join(backups, name)], rows)
    const restored = await execute(own.DATABASE_URL, counts)
    const { rows: now } = await services.database.pool.query<Counts>(counts)
    // The targets of this disaster break at the same moment: their incidents may be later than the backup.
    const [{ people, recovered } = { people: 0, recovered: -1 }] = restored
    if (people !== now[0]?.people || recovered !== now[0].recovered) {
      throw new Error(`restored ${JSON.stringify(restored)} of ${JSON.stringify(now)}`)
    }
    const program = await startProgram(own, ["api,notify"])
    await sleep(5000)
    await program.stop()
    if (smtp.mails.length > 0) {
      throw new Error(`what was restored sent ${smtp.mails.length} messages again`)
    }
  } finally {
    await smtp.stop()
  }
}

type Counts = { people: number; recovered: number }
const counts = `select (select count(*)::int from "user") as people,
  (select count(*)::int from verdict where decision = 'recovered') as recovered`

async function execute(url: string, sql: string): Promise<Counts[]> {
  const client = await openClient(url)
  try {
    return (await client.query<Counts>(sql)).rows
  } finally {
    await client.end()
  }
}
