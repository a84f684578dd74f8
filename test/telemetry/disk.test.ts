import { mkdtemp, rm, statfs, truncate, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { z } from "zod"
import { checkDisk } from "../../src/cli/doctor/check-machine.ts"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { createStore, type Store } from "../../src/telemetry/store/store.ts"
import { rolesOf, startProgram, type Program } from "../story/program.ts"
import { ensureProgram } from "../support/apt.ts"
import { ask } from "../support/ask.ts"
import { logRequest } from "../support/otlp.ts"
import { makeProject, useWorld } from "../support/world.ts"
import { patience } from "../support/patience.ts"

const world = useWorld()
const diskBytes = 96 * 1024 ** 2
const dayMs = 86_400_000
const held: { folder: string; program?: Program; store?: Store } = { folder: "" }

/** The program has a small disk of its own, which this process reaches through /proc. */
beforeAll(async () => {
  held.folder = await mkdtemp(join(tmpdir(), "watchkeeper-disk-"))
  const settings = {
    DATA_DIR: held.folder,
    DATABASE_URL: world.connectionString,
    HOST: "127.0.0.1",
    PORT: "0",
    LOG_LEVEL: "silent",
    TELEMETRY_MIN_DAYS: "3",
  }
  const unshare = await ensureProgram("unshare", "util-linux")
  const script = `mount -t tmpfs -o size=${diskBytes} none "$0" && exec "$@"`
  const asRoot = process.getuid?.() === 0 ? [] : ["--map-root-user"]
  const wrapper = [unshare, ...asRoot, "--mount", "sh", "-c", script, held.folder]
  held.program = await startProgram(settings, ["api,telemetry"], wrapper)
  held.store = createStore({ DATA_DIR: disk(""), CLICKHOUSE_URL: undefined })
})

afterAll(async () => {
  await held.store?.close()
  await held.program?.stop()
  await rm(held.folder, { recursive: true, force: true })
})

const disk = (name: string) => join(`/proc/${held.program?.process.pid}/root${held.folder}`, name)

async function freeShare(): Promise<number> {
  const { bavail, blocks } = await statfs(disk(""))
  return bavail / blocks
}

/** Fills the disk until only that share of it is free. */
async function fillTo(share: number): Promise<void> {
  const { bavail, bsize } = await statfs(disk(""))
  const bytes = Math.max(0, Math.floor(bavail * bsize - diskBytes * share))
  // The program writes at the same time; what fits is enough.
  await writeFile(disk(`ballast-${share}`), Buffer.alloc(bytes)).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error
  })
}

const health = z.object({
  telemetry: z.object({ status: z.string(), detail: z.string().nullable() }),
})

test("a disk that fills up loses nothing acknowledged, is reported, spares the rest, and recovers", async () => {
  const { program, store } = held
  if (program === undefined || store === undefined) throw new Error("both start in beforeAll")
  const { id: projectId } = await makeProject(world)
  const { token } = await createKey(world.system, { projectId, class: "ingestion", name: "w" })
  const { address } = program
  const send = (bodies: readonly string[], at?: number) =>
    fetch(`${address}/api/otlp/v1/logs`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-svc-ingestion-key": token },
      body: JSON.stringify(logRequest(bodies, "cart", at)),
    })
  const look = async () => {
    const response = await fetch(`${address}/api/health`)
    return { status: response.status, ...health.parse(await response.json()) }
  }
  const rowsBefore = async (body: string) =>
    store
      .query<{ rows: number }>(
        "SELECT toUInt32(count()) AS rows FROM otel_logs WHERE ProjectId = {projectId:UUID} AND Body = {body:String}",
        { projectId, body },
      )
      .then(([row]) => row?.rows)
      .catch(() => undefined)

  expect((await send(["old"], Date.now() - 5 * dayMs)).status).toBe(200)
  expect((await send(["young"], Date.now() - dayMs)).status).toBe(200)
  await vi.waitFor(async () => expect(await rowsBefore("young")).toBe(1), patience)
  expect(await rowsBefore("old")).toBe(1)

  const acknowledged: string[] = []
  let refusal: { status: number; retryAfter: string | null; text: string } | null = null
  let isOver = false
  const padding = "x".repeat(2000)
  async function write(writer: number): Promise<void> {
    for (let at = 0; !isOver; at += 1) {
      const batch = `${writer}-${at}`
      const response = await send([...Array.from({ length: 20 }, () => batch), padding])
      const text = await response.text()
      if (response.status === 200) acknowledged.push(batch)
      else
        refusal = { status: response.status, retryAfter: response.headers.get("retry-after"), text }
      await sleep(response.status === 200 ? 20 : 200)
    }
  }
  const writing = Promise.all([write(0), write(1)])

  await fillTo(0.11)
  // The oldest day goes first, and data is still taken.
  await vi.waitFor(async () => expect(await rowsBefore("old")).toBe(0), patience)
  await vi.waitFor(async () => expect((await look()).telemetry.status).toBe("degraded"), patience)
  expect((await look()).telemetry.detail).toMatch(/telemetry before \d{4}-\d\d-\d\d was deleted/)

  await fillTo(0.08)
  await vi.waitFor(() => expect(refusal).not.toBeNull(), patience)
  expect(refusal).toMatchObject({
    status: 503,
    retryAfter: expect.stringMatching(/^\d+$/),
    text: expect.stringMatching(/disk .* nearly full/),
  })
  await vi.waitFor(async () => expect((await look()).telemetry.status).toBe("down"), patience)
  expect((await look()).status).toBe(200)
  // Whatever the engine merges, it leaves the disk's last part to others.
  expect(await freeShare()).toBeGreaterThan(0.04)
  const { services } = world
  const here = { ...services, env: { ...services.env, DATA_DIR: disk("") } }
  const { data } = await ask(
    { ...world, services: here },
    world.system.actor,
    "query ($id: ID!) { project(id: $id) { telemetryDoctor { isDiskNearlyFull droppedBefore } } }",
    { id: projectId },
  )
  expect(data).toEqual({
    project: {
      telemetryDoctor: { isDiskNearlyFull: true, droppedBefore: expect.stringMatching(/^\d{4}-/) },
    },
  })
  expect(await checkDisk(here.env)).toMatchObject({
    name: "disk",
    detail: expect.stringMatching(/so telemetry is refused/),
  })

  // Nothing at all is left: even a file cannot be made.
  await fillTo(0)
  process.kill((await rolesOf(program)).get("telemetry") ?? 0, "SIGKILL")
  await sleep(1000)
  expect((await look()).status).toBe(200)
  expect((await send(["full"])).status).toBe(503)

  for (const share of [0, 0.08, 0.11]) await truncate(disk(`ballast-${share}`))
  await vi.waitFor(async () => expect((await send(["after"])).status).toBe(200), patience)
  isOver = true
  await writing
  await vi.waitFor(async () => expect((await look()).telemetry.status).not.toBe("down"), patience)
  await vi.waitFor(async () => {
    const stored = await store.query<{ batch: string; rows: number }>(
      `SELECT Body AS batch, toUInt32(count()) AS rows FROM otel_logs
        WHERE ProjectId = {projectId:UUID} AND match(Body, '^\\\\d-') GROUP BY Body`,
      { projectId },
    )
    const known = new Map(stored.map(({ batch, rows }) => [batch, rows]))
    expect(acknowledged.filter((batch) => known.get(batch) !== 20)).toEqual([])
  }, patience)
  expect(acknowledged.length).toBeGreaterThan(5)
  expect(await rowsBefore("young")).toBe(1)
})
