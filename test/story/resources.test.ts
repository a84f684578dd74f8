import { execFile } from "node:child_process"
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Client } from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { checkDisk } from "../../src/cli/doctor/check-machine.ts"
import { tellLacks } from "../../src/graphql/monitoring/health/tell-lacks.ts"
import { troubleOf } from "../../src/jobs/audit/dead-man-switch.ts"
import { readFigures } from "../../src/graphql/monitoring/health/read-health.ts"
import { createHealth, judgeTelemetry } from "../../src/pages/health.ts"
import type { Env } from "../../src/platform/env.ts"
import { newId } from "../../src/platform/id.ts"
import { openClient } from "../../src/platform/open-client.ts"
import { judgeUsage } from "../../src/platform/resources/judge-usage.ts"
import { measureDisk, measureResources } from "../../src/platform/resources/measure-resources.ts"
import { ownTroubles, reportResources } from "../../src/platform/resources/report-resources.ts"
import { isHistoryPaused } from "../../src/platform/resources/shortage.ts"
import { startLoop } from "../../src/platform/loop.ts"
import { migrate } from "../../src/platform/migrate.ts"
import { connect, type Database } from "../../src/platform/postgres.ts"
import { createReceiver } from "../../src/telemetry/ingest/receiver.ts"
import { ensureProgram } from "../support/apt.ts"
import { closedPort } from "../support/listeners.ts"
import { nearlyFillMemory } from "../support/memory-group.ts"
import { logRequest } from "../support/otlp.ts"
import { openPostgres, urlOf } from "../support/postgres-cluster.ts"
import { useWorld } from "../support/world.ts"

/** Each row of the table in docs/operations.md is tried. */

const world = useWorld()
const shell = promisify(execFile)
const held = { folder: "", disk: "" }
const id = newId()

beforeAll(async () => {
  held.folder = await mkdtemp(join(tmpdir(), "watchkeeper-resources-"))
  held.disk = join(held.folder, "disk")
  await mkdir(held.disk)
  await shell("mount", ["-t", "tmpfs", "-o", "size=16m,nr_inodes=400", "tmpfs", held.disk])
  await world.services.database.prisma.user.create({
    data: { id: newId(), name: "Ada", email: "ada@watch.example" },
  })
})
afterAll(async () => {
  await shell("umount", [held.disk])
  await rm(held.folder, { recursive: true, force: true })
})

/** Reports as a process of this world would, and returns what health, the dead-man switch and the operator hear. */
async function reported({
  env = {},
  now = () => new Date(),
  database = world.services.database,
}: { env?: Partial<Env>; now?: () => Date; database?: Database } = {}) {
  const services = {
    ...world.services,
    database,
    env: { ...world.services.env, DATA_DIR: held.folder, ...env },
    clock: { ...world.services.clock, now },
  }
  const { pool } = services.database
  await pool.query("delete from resource_notice")
  await pool.query("delete from delivery")
  await reportResources(services, { id, role: "notify" })
  await tellLacks(services)
  await tellLacks(services)
  const { report } = await createHealth(services)()
  const { rows } = await pool.query<{ text: string }>(
    "select payload::text as text from delivery where event = 'installation.resource_short'",
  )
  return {
    disk: report.disk,
    resources: report.resources,
    deadMan: troubleOf(await readFigures(services), null),
    mails: rows.map(({ text }) => text),
  }
}

/** Fills the small disk with one file until nothing fits. */
const fill = () => shell("sh", ["-c", `dd if=/dev/zero of=${held.disk}/ballast bs=64k || true`])
const unfill = () => rm(join(held.disk, "ballast"), { force: true })

const limitTo = (files: string) => shell("prlimit", [`--pid=${process.pid}`, `--nofile=${files}:`])

/** Among the children of this process. */
async function pidOfDecoder(): Promise<number> {
  for (const thread of await readdir("/proc/self/task")) {
    const children = await readFile(`/proc/self/task/${thread}/children`, "utf8")
    for (const pid of children.split(" ").filter(Boolean)) {
      const words = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")
      if (words.includes("ingest-process")) return Number(pid)
    }
  }
  throw new Error("no process decodes telemetry")
}

const tries: Record<string, () => Promise<void>> = {
  async "disk with the embedded database"() {
    await fill()
    const usage = await measureResources(held.disk)
    const database = { connections: { used: 1, limit: 100 }, skewMs: 0 }
    expect(judgeUsage(usage, database, true)).toMatchObject([
      { resource: "disk", status: "down", findings: [{ code: "disk_unwritable" }] },
    ])
    const env = { ...world.services.env, DATA_DIR: held.disk }
    expect(await checkDisk({ ...env, DATABASE_URL: undefined })).toMatchObject({
      status: "error",
      detail: expect.stringContaining("Nothing can be written to DATA_DIR: ENOSPC"),
    })
    await unfill()
  },
  async "disk of `DATA_DIR` alone"() {
    await fill()
    const { disk, deadMan, mails } = await reported({ env: { DATA_DIR: held.disk } })
    expect(disk).toMatchObject({
      status: "degraded",
      detail: expect.stringMatching(/^Nothing can be written to DATA_DIR: ENOSPC.* exports/),
    })
    expect(deadMan).toContain("Nothing can be written")
    expect(mails).toEqual([expect.stringContaining("The disk of DATA_DIR is nearly full")])
    await unfill()
    expect((await reported({ env: { DATA_DIR: held.disk } })).disk.status).toBe("ok")
    expect(ownTroubles()).toEqual([])
  },
  async inodes() {
    const files = Array.from({ length: 390 }, (_, at) => join(held.disk, `file-${at}`))
    await Promise.all(files.map((file) => writeFile(file, "")))
    const { disk, mails } = await reported({ env: { DATA_DIR: held.disk } })
    expect(disk).toMatchObject({
      status: "degraded",
      detail: expect.stringMatching(/^Only \d+ of 400 inodes/),
    })
    expect(mails).toEqual([expect.stringContaining("inodes")])
    await Promise.all(files.map((file) => rm(file)))
  },
  async "file descriptors"() {
    const [, limit = ""] =
      /Max open files +(\d+)/.exec(await readFile("/proc/self/limits", "utf8")) ?? []
    // So many that what opens and closes meanwhile makes no difference.
    const files = await Promise.all(Array.from({ length: 300 }, () => open("/dev/null")))
    const { length } = await readdir("/proc/self/fd")
    await limitTo(String(length + 30))
    try {
      const { resources, mails } = await reported()
      expect(resources).toMatchObject({
        status: "degraded",
        detail: expect.stringMatching(/^\d+ of \d+ file descriptors are open\. Raise the limit/),
      })
      expect(mails).toEqual([expect.stringContaining("file descriptors")])
    } finally {
      await limitTo(limit)
      await Promise.all(files.map((file) => file.close()))
    }
  },
  async "memory limit"() {
    expect((await reported()).resources.status).toBe("ok")
    const leave = await nearlyFillMemory()
    try {
      const { resources, mails } = await reported()
      expect(resources.detail).toMatch(/^\d+ of \d+ MiB of the memory limit of its control group/)
      expect(mails).toEqual([expect.stringContaining("memory")])
    } finally {
      await leave()
    }
  },
  async "a blocked disk"() {
    const disk = join(held.folder, "blocked")
    await mkdir(disk)
    await ensureProgram("mkfs.ext4", "e2fsprogs")
    await shell("sh", ["-c", `truncate -s 32M ${disk}.img && mkfs.ext4 -q ${disk}.img`])
    await shell("mount", ["-o", "loop", `${disk}.img`, disk])
    await shell("fsfreeze", ["-f", disk])
    try {
      expect(await measureDisk(disk, 300)).toMatchObject({ isHanging: true })
    } finally {
      await shell("fsfreeze", ["-u", disk])
    }
    // What waited for it is written now, and lets go of it.
    await expect
      .poll(() =>
        shell("umount", [disk]).then(
          () => "unmounted",
          () => "busy",
        ),
      )
      .toBe("unmounted")
  },
  async "memory for telemetry"() {
    const env = {
      ...world.services.env,
      DATA_DIR: held.folder,
      CLICKHOUSE_URL: `http://127.0.0.1:${await closedPort()}`,
    }
    const receiver = createReceiver({ ...world.services, env }, [])
    const take = (text: string) =>
      receiver.take({
        signal: "logs",
        encoding: "json",
        isZipped: false,
        body: [Buffer.from(JSON.stringify(logRequest([text])))],
        owner: { projectId: newId(), retentionDays: 30, rules: [] },
      })
    expect(await take("small")).toMatchObject({ kind: "stored" })
    const pid = await pidOfDecoder()
    const status = await readFile(`/proc/${pid}/status`, "utf8")
    const bytes = (Number(/VmData:\s+(\d+)/.exec(status)?.[1]) + 24 * 1024) * 1024
    await shell("prlimit", [`--pid=${pid}`, `--data=${bytes}`])
    expect(await take("x".repeat(60 * 1024 ** 2))).toMatchObject({ kind: "busy", retrySeconds: 1 })
    expect(judgeTelemetry(receiver.state(), new Date())).toMatchObject({
      status: "degraded",
      findings: [{ code: "decoder_ended", parameters: { times: 1 } }],
    })
    await expect.poll(() => take("small again")).toMatchObject({ kind: "stored" })
    await receiver.stop()
  },
  async "connections of PostgreSQL"() {
    const postgres = await openPostgres()
    const { port } = await postgres.primary(["-c", "max_connections=20"])
    const database = connect(urlOf([port]), 2)
    const clients: Client[] = []
    try {
      await migrate(urlOf([port]))
      await database.prisma.user.create({
        data: { id: newId(), name: "Ada", email: "ada@watch.example" },
      })
      for (let count = 0; count < 15; count += 1) clients.push(await openClient(urlOf([port])))
      const { resources, mails } = await reported({ database })
      expect(resources.detail).toMatch(/^\d+ of 17 connections of PostgreSQL are used/)
      expect(mails).toEqual([expect.stringContaining("max_connections")])
    } finally {
      await Promise.all(clients.map((client) => client.end()))
      await database.end()
      await postgres.stop()
    }
  },
  async clock() {
    const { resources, mails } = await reported({ now: () => new Date(Date.now() + 40_000) })
    expect(resources.detail).toMatch(/^The clocks of this machine and of PostgreSQL differ by 40 s/)
    expect(mails).toEqual([expect.stringContaining("Sync both with NTP")])
  },
  /** Last, because this process remembers it for a minute. */
  async "disk of an external PostgreSQL"() {
    expect(isHistoryPaused()).toBe(false)
    const loop = startLoop(world.services.log, "example", 60_000, async () => {
      await world.services.database.pool.query(
        `do $$ begin raise exception 'could not extend file "base/1": No space left on device' using errcode = '53100'; end $$`,
      )
    })
    await expect.poll(isHistoryPaused).toBe(true)
    await loop.stop()
    const { disk, mails } = await reported()
    expect(disk).toMatchObject({
      status: "down",
      detail: expect.stringContaining("No space left on device"),
    })
    expect(mails).toEqual([expect.stringContaining("PostgreSQL refused to store something")])
  },
}

test("the table in docs/operations.md names what is tried here", async () => {
  const text = await readFile(join(import.meta.dirname, "../../docs/operations.md"), "utf8")
  const [, table = ""] = /\n\| resource [^\n]*\n\|[ -|]*\n((?:\|[^\n]*\n)+)/.exec(text) ?? []
  const named = table
    .trim()
    .split("\n")
    .map((line) => line.split("|")[1]?.trim())
  expect(new Set(named)).toEqual(new Set(Object.keys(tries)))
})

for (const [name, attempt] of Object.entries(tries)) {
  // oxlint-disable-next-line vitest/expect-expect -- each attempt has its own
  test(`what runs out is reported before it stops anything: ${name}`, attempt)
}
