import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { createClient, type ClickHouseClient } from "@clickhouse/client"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { newId } from "../../src/platform/id.ts"
import { readEnv } from "../../src/platform/env.ts"
import { createLog } from "../../src/platform/log.ts"
import { recordOf } from "../../src/telemetry/ingest/segment.ts"
import { decode } from "../../src/telemetry/otlp/decode.ts"
import { columns, headColumn, tables } from "../../src/telemetry/otlp/tables.ts"
import { transcode } from "../../src/telemetry/otlp/transcode.ts"
import { createFront } from "../../src/telemetry/store/embedded/front.ts"
import { forCluster } from "../../src/telemetry/store/for-cluster.ts"
import { frontFile, telemetryFolder } from "../../src/telemetry/store/front-file.ts"
import { createStore } from "../../src/telemetry/store/store.ts"
import { logRequest } from "../support/otlp.ts"
import { useTelemetry } from "../support/telemetry.ts"

/** What the product needs of a store: run with CLICKHOUSE_URL to try a server instead of the embedded engine. */
const telemetry = useTelemetry()
const held: { client?: ClickHouseClient } = {}
const table = `contract_${process.pid}`

beforeAll(async () => {
  await telemetry.store.ready()
  const { CLICKHOUSE_URL, DATA_DIR } = telemetry.env
  held.client =
    CLICKHOUSE_URL === undefined
      ? createClient(JSON.parse(await readFile(frontFile(DATA_DIR), "utf8")) as object)
      : createClient({ url: CLICKHOUSE_URL })
  await held.client.command({
    query: `CREATE TABLE ${table} (id UInt64, text String, tags Map(String, String)) ENGINE = MergeTree ORDER BY id`,
  })
})

afterAll(async () => {
  await held.client?.command({ query: `DROP TABLE IF EXISTS ${table}` })
  await held.client?.close()
})

function open(): ClickHouseClient {
  if (held.client === undefined) throw new Error("the client opens in beforeAll")
  return held.client
}

async function rowsOf<T>(query: string, params: Record<string, unknown> = {}): Promise<T[]> {
  const result = await open().query({ query, query_params: params, format: "JSONEachRow" })
  return result.json<T>()
}

test("answers a ping, and has every column that the decoder writes", async () => {
  expect(await open().ping()).toMatchObject({ success: true })
  for (const name of tables) {
    const found = await rowsOf<{ name: string }>(
      "SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {name:String}",
      { name },
    )
    expect(found.map((one) => one.name)).toEqual(expect.arrayContaining([...columns[name]]))
  }
  expect(await rowsOf("SELECT Name FROM wk_migrations FINAL ORDER BY Name")).toEqual(
    (await readdir(join(import.meta.dirname, "../../src/telemetry/store/migrations"))).map(
      (Name) => ({
        Name,
      }),
    ),
  )
})

test("keeps every digit and character of parameters, rows and binary bodies", async () => {
  const texts = [
    "it's",
    'a "quote"',
    "back\\slash",
    "tab\tand\nline",
    "{name:String}",
    "grüße 🎉",
    "",
  ]
  await open().insert({
    table,
    values: texts.map((text, at) => ({
      id: String(2n ** 63n + BigInt(at)),
      text,
      tags: { [text]: text },
    })),
    format: "JSONEachRow",
  })
  for (const [at, text] of texts.entries()) {
    expect(
      await rowsOf(
        `SELECT id, text, tags FROM ${table} WHERE text = {text:String} AND tags[{text:String}] = {text:String}`,
        { text },
      ),
    ).toEqual([{ id: String(2n ** 63n + BigInt(at)), text, tags: { [text]: text } }])
  }
  const row = Buffer.concat([Buffer.alloc(8, 1), Buffer.from("\u0003abc\u0000", "latin1")])
  const count = 100_000
  const { stream } = await open().exec({
    query: `INSERT INTO ${table} FORMAT RowBinary`,
    values: Readable.from(
      Array.from({ length: count / 1000 }, () =>
        Buffer.concat(Array.from({ length: 1000 }, () => row)),
      ),
    ),
  })
  for await (const _ of stream) continue
  expect(await rowsOf(`SELECT toUInt32(count()) AS rows FROM ${table} WHERE text = 'abc'`)).toEqual(
    [{ rows: count }],
  )
})

const code = (query: string, settings = {}) =>
  open()
    .query({ query, clickhouse_settings: settings })
    .then(
      () => null,
      (error: unknown) => (error as { code?: string }).code,
    )

const threads = async (given?: number) => {
  const result = await open().query({
    query: "SELECT getSetting('max_threads')::UInt32 AS threads",
    format: "JSONEachRow",
    clickhouse_settings: given === undefined ? {} : { max_threads: given },
  })
  return (await result.json<{ threads: number }>())[0]?.threads
}

test("names its errors by number, and carries no setting or parameter into another request", async () => {
  expect(await code("SELECT missing_column")).toBe("47")
  expect(await code("SELECT 1 FROM missing_table")).toBe("60")
  expect(
    await code("SELECT sleepEachRow(0.1) FROM numbers(100)", {
      max_execution_time: 1,
      max_block_size: "1",
    }),
  ).toBe("159")
  const before = await threads()
  const seen = await Promise.all(
    Array.from({ length: 40 }, (_, at) => threads(at % 2 === 0 ? 7 : undefined)),
  )
  expect(new Set(seen.filter((_, at) => at % 2 === 0))).toEqual(new Set([7]))
  expect(new Set(seen.filter((_, at) => at % 2 === 1))).toEqual(new Set([before]))
  await rowsOf("SELECT {secret:String} AS secret", { secret: "x" })
  expect(await code("SELECT {secret:String}")).toBe("456")
})

test("stops a query whose client has gone", async () => {
  const controller = new AbortController()
  const mark = `gone_${process.pid}`
  const asked = open().query({
    query: `SELECT sum(sleepEachRow(0.05)), '${mark}' FROM numbers(1000) SETTINGS max_block_size = 1`,
    abort_signal: controller.signal,
  })
  const running = async () =>
    (
      await rowsOf<{ rows: number }>(
        `SELECT toUInt32(count()) AS rows FROM system.processes WHERE query LIKE '%${mark}%' AND query NOT LIKE '%processes%'`,
      )
    )[0]?.rows
  await expect.poll(running).toBe(1)
  controller.abort()
  await expect(asked).rejects.toThrow(/abort/i)
  await expect.poll(running).toBe(0)
})

test("an insert that is repeated with its token counts once, in rollups too", async () => {
  const projectId = "019f0000-0000-7000-8000-00000000c0de"
  const insert = (token: string) =>
    open().command({
      query: `INSERT INTO otel_logs (ProjectId, RetentionDays, Timestamp, ServiceName, Body)
        SELECT '${projectId}', 30, now64(9), 'cart', toString(number) FROM numbers(50)`,
      clickhouse_settings: {
        insert_deduplication_token: token,
        deduplicate_blocks_in_dependent_materialized_views: 1,
      },
    })
  for (const token of ["one", "one", "two", "one"]) await insert(`${token}-${process.pid}`)
  const count = (sql: string) => rowsOf(`${sql} WHERE ProjectId = {projectId:UUID}`, { projectId })
  expect(await count("SELECT toUInt32(count()) AS rows FROM otel_logs")).toEqual([{ rows: 100 }])
  expect(await count("SELECT toUInt32(sum(Rows)) AS rows FROM wk_log_1m")).toEqual([{ rows: 100 }])
})

test("a file of rows that is inserted again with its token counts once, in rollups too", async () => {
  const projectId = newId()
  const owner = { projectId, retentionDays: 30, rules: [] }
  const { bytes } = transcode("logs", Buffer.from(JSON.stringify(logRequest(["a", "b", "c"]))))
  const { blocks } = decode("logs", bytes, owner, Date.now())
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-rows-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, "it's")
  const requests = Array.from({ length: 20_000 }, () => blocks.flatMap((one) => recordOf(one)))
  await writeFile(path, Buffer.concat(requests.flat()))
  for (const name of ["one", "one", "two", "one"]) {
    const token = `${name}-${projectId}`
    const rows = { table: "otel_logs", columns: columns.otel_logs, skipped: headColumn, token }
    await telemetry.store.insertFile(path, rows)
  }
  const count = (sql: string) => rowsOf(`${sql} WHERE ProjectId = {projectId:UUID}`, { projectId })
  expect(await count("SELECT toUInt32(count()) AS rows, max(Body) AS last FROM otel_logs")).toEqual(
    [{ rows: 120_000, last: "c" }],
  )
  expect(await count("SELECT toUInt32(sum(Rows)) AS rows FROM wk_log_1m")).toEqual([
    { rows: 120_000 },
  ])
})

test("migrations have a form for a cluster that the engine can read", async () => {
  const folder = join(import.meta.dirname, "../../src/telemetry/store/migrations")
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), "utf8")
    for (const statement of text.split(/;\s*\n/).filter((one) => one.trim() !== "")) {
      for (const sql of forCluster(statement, "main")) {
        expect(sql).toMatch(/ON CLUSTER 'main'/)
        expect(sql).not.toMatch(/ENGINE = \w*(?<!Replicated|ReplicatedAggregating)MergeTree/)
        const [formatted] = await rowsOf<{ sql: string }>(
          "SELECT formatQuery({sql:String}) AS sql",
          { sql },
        )
        expect(formatted?.sql).toMatch(
          /ReplicatedMergeTree|ReplicatedAggregatingMergeTree|Distributed|MATERIALIZED VIEW|ALTER TABLE \w+_local ON CLUSTER/,
        )
      }
    }
  }
})

test.skipIf(process.env["CLICKHOUSE_URL"] !== undefined)(
  "the embedded engine has its bounds and the days of UTC",
  async () => {
    const [found] = await rowsOf(
      `SELECT timezone() AS zone, toUnixTimestamp(toStartOfDay(now())) % 86400 AS offset,
         getServerSetting('max_server_memory_usage') / 1024 / 1024 AS memoryMib,
         getServerSetting('max_thread_pool_free_size') AS idleThreads, getSetting('compile_expressions') AS compiles,
         (SELECT min(keep_free_space) FROM system.disks) > 0 AS keepsSpace`,
    )
    expect(found).toEqual({
      zone: "UTC",
      offset: 0,
      memoryMib: readEnv({}).TELEMETRY_MEMORY,
      idleThreads: 4,
      compiles: false,
      keepsSpace: 1,
    })
  },
)

test("where the engine cannot be loaded, the store says why and what to do", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "watchkeeper-front-"))
  const reason =
    "The embedded telemetry store does not run on win32-x64. Set CLICKHOUSE_URL to use a ClickHouse server instead."
  const server = createFront({
    engine: reason,
    password: "x",
    log: createLog("silent", "telemetry"),
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await mkdir(telemetryFolder(dataDir), { recursive: true })
  await writeFile(
    frontFile(dataDir),
    JSON.stringify({ url: `http://127.0.0.1:${port}`, password: "x" }),
  )
  const store = createStore({ DATA_DIR: dataDir, CLICKHOUSE_URL: undefined })
  await expect(store.ready()).rejects.toThrow(reason)
  await store.close()
  server.close()
  await rm(dataDir, { recursive: true, force: true })
})
