import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { examineAll } from "../../src/cli/doctor.ts"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { createStore, type Store } from "../../src/telemetry/store/store.ts"
import { rolesOf, startProgram, type Program } from "../story/program.ts"
import { logRequest, nanoseconds } from "../support/otlp.ts"
import { patience } from "../support/patience.ts"
import { makeProject, testEnv, useWorld } from "../support/world.ts"

const world = useWorld()
/** How often a role is killed; with KILLS set, every role is. */
const kills = Number(process.env["KILLS"] ?? 4)
const victims =
  process.env["KILLS"] === undefined
    ? ["telemetry", "api", "decoder"]
    : ["telemetry", "api", "notify", "probe", "decoder"]
const perBatch = 20
const writers = 3
const mib = 1024 * 1024

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
  held.program = await startProgram(settings, [
    victims.filter((one) => one !== "decoder").join(","),
  ])
  held.store = createStore({ DATA_DIR: held.folder, CLICKHOUSE_URL: undefined })
})

afterAll(async () => {
  await held.store?.close()
  await held.program?.stop()
  await rm(held.folder, { recursive: true, force: true })
})

const resource = { attributes: [{ key: "service.name", value: { stringValue: "cart" } }] }
const now = () => nanoseconds(Date.now())

/** The rows of a batch, which have its name. */
const requests = {
  logs: (batch: string) => logRequest(Array.from({ length: perBatch }, () => batch)),
  traces: (batch: string) => ({
    resourceSpans: [
      {
        resource,
        scopeSpans: [
          {
            spans: Array.from({ length: perBatch }, () => ({
              traceId: randomBytes(16).toString("hex"),
              spanId: randomBytes(8).toString("hex"),
              name: batch,
              kind: 2,
              startTimeUnixNano: now(),
              endTimeUnixNano: now(),
            })),
          },
        ],
      },
    ],
  }),
  metrics: (batch: string) => ({
    resourceMetrics: [
      {
        resource,
        scopeMetrics: [
          {
            metrics: [
              {
                name: batch,
                gauge: {
                  dataPoints: Array.from({ length: perBatch }, (_, at) => ({
                    timeUnixNano: now(),
                    asInt: String(at),
                  })),
                },
              },
            ],
          },
        ],
      },
    ],
  }),
}
type Signal = keyof typeof requests
const signals = Object.keys(requests) as Signal[]

/** Tables that keep batches apart. */
const tables = [
  { name: "otel_logs", batch: "Body", rows: "count()" },
  { name: "otel_traces", batch: "SpanName", rows: "count()" },
  { name: "wk_red_1m", batch: "SpanName", rows: "sum(Calls)" },
  { name: "otel_metrics_gauge", batch: "MetricName", rows: "count()" },
]

/** A project whose key sends telemetry to the running program. */
async function openSender() {
  const { program, store } = held
  if (program === undefined || store === undefined)
    throw new Error("the program starts in beforeAll")
  const { id: projectId } = await makeProject(world)
  const { token } = await createKey(world.system, { projectId, class: "ingestion", name: "w" })
  const post = (signal: Signal, body: string | Uint8Array<ArrayBuffer>, headers: object = {}) =>
    fetch(`${program.address}/api/otlp/v1/${signal}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-svc-ingestion-key": token, ...headers },
      body,
    })
  return {
    program,
    post,
    send: async (signal: Signal, body: object) => (await post(signal, JSON.stringify(body))).status,
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
  "kill -9 of roles at random moments neither loses nor duplicates an acknowledged row, including rollups",
  async () => {
    const { program, send, read } = await openSender()
    expect(await send("logs", requests.logs("first"))).toBe(200)
    // The store starts with the first request.
    await vi.waitFor(
      async () => expect((await rolesOf(program)).has("telemetry")).toBe(true),
      patience,
    )
    const acknowledged = new Map<Signal, Set<string>>(signals.map((one) => [one, new Set()]))
    const sent = new Set(["first"])
    let isOver = false
    async function write(writer: number): Promise<void> {
      for (let at = 0; !isOver; at += 1) {
        const batch = `${writer}-${at}`
        const signal = signals[at % signals.length] ?? "logs"
        sent.add(batch)
        const status = await send(signal, requests[signal](batch)).catch(() => null)
        if (status === 200) acknowledged.get(signal)?.add(batch)
        await sleep(status === 200 ? 5 : 50)
      }
    }
    const writing = Promise.all(Array.from({ length: writers }, (_, at) => write(at)))
    for (let round = 0; round < kills; round += 1) {
      await sleep(300 + Math.random() * 1200)
      const victim = victims[round % victims.length] ?? ""
      const pid =
        victim === "decoder" ? await decoderOf(program) : (await rolesOf(program)).get(victim)
      if (pid) process.kill(pid, "SIGKILL")
    }
    await sleep(500)
    isOver = true
    await writing

    const readBatches = async ({ name, batch, rows }: (typeof tables)[number]) => {
      const found = await read<{ batch: string; rows: number }>(
        `toString(${batch}) AS batch, toUInt32(${rows}) AS rows`,
        name,
        "GROUP BY batch",
      )
      return new Map(found.map((one) => [one.batch, one.rows]))
    }
    const missing = (signal: Signal, stored: Map<string, number> | undefined) =>
      [...(acknowledged.get(signal) ?? [])].filter((batch) => stored?.has(batch) !== true)
    await vi.waitFor(async () => {
      const [logs, traces, calls, metrics] = await Promise.all(tables.map(readBatches))
      expect(missing("logs", logs)).toEqual([])
      expect(missing("traces", traces)).toEqual([])
      expect(missing("metrics", metrics)).toEqual([])
      // An insert shows in the table a moment before it shows in the rollups.
      expect(calls).toEqual(traces)
      expect(await read("toUInt32(sum(Rows)) AS rows", "wk_log_1m")).toEqual([
        { rows: (logs?.size ?? 0) * perBatch },
      ])
      expect(await read("toUInt32(uniqExact(TraceId)) AS ids", "otel_traces_trace_id_ts")).toEqual([
        { ids: (traces?.size ?? 0) * perBatch },
      ])
    }, patience)
    const found = await Promise.all(tables.map(readBatches))
    const odd = found.flatMap((stored, at) =>
      [...stored]
        .filter(([batch, rows]) => rows !== perBatch || !sent.has(batch))
        .map((one) => [tables[at]?.name, ...one]),
    )
    expect(odd).toEqual([])
    const fewest = Math.min(...[...acknowledged.values()].map(({ size }) => size))
    expect(fewest).toBeGreaterThan(kills / 2)
  },
  120_000 + kills * 5000,
)

test("a store that hangs affects nothing else: data is acknowledged and everything responds", async () => {
  const { program, send, read } = await openSender()
  const count = async () =>
    (await read<{ rows: number }>("toUInt32(count()) AS rows", "otel_logs"))[0]?.rows
  await vi.waitFor(
    async () => expect(await send("logs", logRequest(["before"]))).toBe(200),
    patience,
  )
  await vi.waitFor(async () => expect(await count()).toBe(1), patience)
  const pid = (await rolesOf(program)).get("telemetry") ?? 0
  process.kill(pid, "SIGSTOP")
  for (let at = 0; at < 5; at += 1) {
    expect(await send("logs", logRequest([`meanwhile ${at}`]))).toBe(200)
    const health = await fetch(`${program.address}/api/health`)
    expect(health.headers.get("content-type")).toMatch(/json/)
  }
  process.kill(pid, "SIGCONT")
  await vi.waitFor(async () => expect(await count()).toBe(6), patience)
})

/** The child of the api role that decodes; null while none runs. */
async function decoderOf(program: Program): Promise<number | null> {
  const api = (await rolesOf(program)).get("api")
  const children = await readFile(`/proc/${api}/task/${api}/children`, "utf8")
  return Number(children.trim()) || null
}

test.runIf(process.platform === "linux")(
  "a request that needs more memory than there is ends only the process that decodes, and is to be repeated",
  async () => {
    const { program, send, post, read } = await openSender()
    const health = async () => {
      const response = await fetch(`${program.address}/api/health`)
      return JSON.stringify(await response.json())
    }
    await vi.waitFor(
      async () => expect(await send("logs", logRequest(["before"]))).toBe(200),
      patience,
    )
    const api = (await rolesOf(program)).get("api")
    const first = await decoderOf(program)
    const status = await readFile(`/proc/${first}/status`, "utf8")
    const usedBytes = Number(/VmData:\s+(\d+)/.exec(status)?.[1]) * 1024
    const adjustment = await readFile(`/proc/${first}/oom_score_adj`, "utf8")
    expect(Number(adjustment)).toBeGreaterThan(0)
    expect(await readFile(`/proc/${first}/environ`, "utf8")).not.toMatch(/DATABASE_URL|SECRET_KEY/)

    // A real limit: what the kernel does not give, whichever way it is asked for.
    await promisify(execFile)("prlimit", ["--pid", String(first), `--data=${usedBytes + 24 * mib}`])
    const large = gzipSync(JSON.stringify(logRequest(["x".repeat(60 * mib)])), { level: 1 })
    const [big, ...meanwhile] = await Promise.all([
      post("logs", large, { "content-encoding": "gzip" }),
      ...Array.from({ length: 5 }, health),
    ])
    expect(big.status).toBe(503)
    expect(Number(big.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(meanwhile.every((one) => one.includes('"database"'))).toBe(true)

    await vi.waitFor(
      async () => expect(await send("logs", logRequest(["after"]))).toBe(200),
      patience,
    )
    const second = await decoderOf(program)
    expect([second === null, second === first]).toEqual([false, false])
    expect((await rolesOf(program)).get("api")).toBe(api)
    await vi.waitFor(
      async () =>
        expect(await read("toString(Body) AS body", "otel_logs", "ORDER BY body")).toEqual([
          { body: "after" },
          { body: "before" },
        ]),
      patience,
    )
    expect(await health()).toMatch(/The process that decodes telemetry ended once within 5 minutes/)
    expect(program.log()).toMatch(/the process that decodes telemetry ended; restarting it/)
    // Reported every ten seconds.
    const doctor = { ...testEnv, DATA_DIR: held.folder, DATABASE_URL: world.connectionString }
    await vi.waitFor(
      async () =>
        expect(await examineAll(doctor)).toContainEqual(
          expect.objectContaining({
            name: "telemetry",
            detail: expect.stringMatching(/ended once/),
          }),
        ),
      patience,
    )
  },
)
