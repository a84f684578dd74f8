import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import type { Store } from "../../src/telemetry/store/store.ts"
import { createStore } from "../../src/telemetry/store/store.ts"
import type { Program } from "../story/program.ts"
import { rolesOf, startProgram } from "../story/program.ts"
import { logRequest } from "../support/otlp.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
/** How often a role is killed; set KILLS for more. */
const kills = Number(process.env["KILLS"] ?? 4)
const perBatch = 20
const writers = 3
const patience = { timeout: 60_000, interval: 200 }

const held: { folder: string; program?: Program; store?: Store } = { folder: "" }

beforeAll(async () => {
  held.folder = await mkdtemp(join(tmpdir(), "watchkeeper-spool-"))
  const settings = {
    DATA_DIR: held.folder,
    DATABASE_URL: world.connectionString,
    HOST: "127.0.0.1",
    PORT: "0",
    LOG_LEVEL: "error",
  }
  held.program = await startProgram(settings, ["api,telemetry"])
  held.store = createStore({ DATA_DIR: held.folder, CLICKHOUSE_URL: undefined })
})

afterAll(async () => {
  await held.store?.close()
  await held.program?.stop()
  await rm(held.folder, { recursive: true, force: true })
})

/** A project whose key sends logs to the running program. */
async function openSender() {
  const { program, store } = held
  if (program === undefined || store === undefined)
    throw new Error("the program starts in beforeAll")
  const { id: projectId } = await makeProject(world)
  const { token } = await createKey(world.system, { projectId, class: "ingestion", name: "w" })
  return {
    program,
    async send(bodies: readonly string[]): Promise<number> {
      const response = await fetch(`${program.address}/api/otlp/v1/logs`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-svc-ingestion-key": token },
        body: JSON.stringify(logRequest(bodies)),
      })
      return response.status
    },
    /** Nothing while the store is down. */
    read: <T>(columns: string, table: string, more = ""): Promise<T[]> =>
      store
        .query<T>(`SELECT ${columns} FROM ${table} WHERE ProjectId = {project:UUID} ${more}`, {
          project: projectId,
        })
        .catch(() => []),
  }
}

test(
  "kill -9 of either role at random moments neither loses nor duplicates an acknowledged row, including rollups",
  async () => {
    const { program, send, read } = await openSender()
    expect(await send(["first"])).toBe(200)
    // The store starts with the first request.
    await vi.waitFor(
      async () => expect((await rolesOf(program)).has("telemetry")).toBe(true),
      patience,
    )
    const acknowledged = new Set<string>()
    const sent = new Set<string>()
    let isOver = false
    async function write(writer: number): Promise<void> {
      for (let at = 0; !isOver; at += 1) {
        const batch = `${writer}-${at}`
        sent.add(batch)
        const status = await send(Array.from({ length: perBatch }, () => batch)).catch(() => null)
        if (status === 200) acknowledged.add(batch)
        await sleep(status === 200 ? 5 : 50)
      }
    }
    const writing = Promise.all(Array.from({ length: writers }, (_, at) => write(at)))
    for (let round = 0; round < kills; round += 1) {
      await sleep(300 + Math.random() * 1200)
      const pid = (await rolesOf(program)).get(round % 2 === 0 ? "telemetry" : "api")
      if (pid !== undefined) process.kill(pid, "SIGKILL")
    }
    await sleep(500)
    isOver = true
    await writing

    const readBatches = async () => {
      const rows = await read<{ batch: string; rows: number }>(
        "Body AS batch, toUInt32(count()) AS rows",
        "otel_logs",
        "AND Body != 'first' GROUP BY Body",
      )
      return new Map(rows.map(({ batch, rows }) => [batch, rows]))
    }
    await vi.waitFor(async () => {
      const stored = await readBatches()
      expect([...acknowledged].filter((batch) => !stored.has(batch))).toEqual([])
      // An insert shows in the table a moment before it shows in the rollup.
      expect(await read("toUInt32(sum(Rows)) AS rows", "wk_log_1m")).toEqual([
        { rows: stored.size * perBatch + 1 },
      ])
    }, patience)
    const stored = await readBatches()
    const odd = [...stored].filter(([batch, rows]) => rows !== perBatch || !sent.has(batch))
    expect(odd).toEqual([])
    expect(acknowledged.size).toBeGreaterThan(kills)
  },
  120_000 + kills * 5000,
)

test("a store that hangs affects nothing else: data is acknowledged and everything responds", async () => {
  const { program, send, read } = await openSender()
  const count = async () =>
    (await read<{ rows: number }>("toUInt32(count()) AS rows", "otel_logs"))[0]?.rows
  await vi.waitFor(async () => expect(await send(["before"])).toBe(200), patience)
  await vi.waitFor(async () => expect(await count()).toBe(1), patience)
  const pid = (await rolesOf(program)).get("telemetry") ?? 0
  process.kill(pid, "SIGSTOP")
  for (let at = 0; at < 5; at += 1) {
    expect(await send([`meanwhile ${at}`])).toBe(200)
    const health = await fetch(`${program.address}/api/health`)
    expect(health.headers.get("content-type")).toMatch(/json/)
  }
  process.kill(pid, "SIGCONT")
  await vi.waitFor(async () => expect(await count()).toBe(6), patience)
}, 120_000)
