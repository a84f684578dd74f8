import { randomBytes } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { parseArgs } from "node:util"
import { gzipSync } from "node:zlib"
import { decode } from "../src/telemetry/otlp/decode.ts"
import type { Signal } from "../src/telemetry/otlp/otlp-error.ts"
import { columns, headColumn } from "../src/telemetry/otlp/tables.ts"
import { createStore, type Store } from "../src/telemetry/store/store.ts"
import {
  cpuMsOf,
  describeMachine,
  printTable,
  residentMbOf,
  spreads,
  type Cell,
} from "./machine.ts"
import { memoryMbOfTree } from "./process-tree.ts"
import { eachBus } from "./redis.ts"
import { startServer } from "./server.ts"
import { measureAcknowledgement } from "./telemetry-acknowledgement.ts"
import { encode, makeRequest, typeOf } from "./telemetry-data.ts"
import { measureCapacity, perRequest } from "./telemetry-load.ts"
import { measureNeighbors } from "./telemetry-neighbors.ts"
import { measureReads } from "./telemetry-reads.ts"
import { openTelemetryStage, tableOf, type Sender, type TelemetryStage } from "./telemetry-stage.ts"

/** Measures telemetry from the request to the table against the engine's own insert of the same rows, and reads. */

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "200000" },
    "read-rows": { type: "string", default: "5000000" },
    parts: { type: "string", default: "decoder,idle,road,acknowledgement,reads,neighbors" },
    redis: { type: "string", default: "without,with" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "20" },
  },
})
const parts = new Set(values.parts.split(","))
const rows = Number(values.rows)
const rounds = Number(values.rounds)
const readRows = Number(values["read-rows"])
const senders = 4
/** Looking takes CPU, too. */
const lookMs = 500

/** A request as it is sent, and in protobuf. */
type Made = { body: Buffer; isJson: boolean; bytes: Buffer }

const makeBodies = (signal: Signal, total: number, isJson: boolean, nowMs: number): Made[] =>
  Array.from({ length: total / perRequest }, (_, at) => {
    const request = makeRequest(signal, at * perRequest, perRequest, nowMs)
    const bytes = encode(signal, request)
    const body = gzipSync(isJson ? Buffer.from(JSON.stringify(request)) : bytes, { level: 1 })
    return { body, isJson, bytes }
  })

async function sendAll(
  { count, send }: TelemetryStage,
  { projectId, token }: Sender,
  signal: Signal,
  bodies: readonly Made[],
): Promise<void> {
  const queue = [...bodies]
  await Promise.all(
    Array.from({ length: senders }, async () => {
      for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
        await send(signal, token, one.body, one.isJson)
      }
    }),
  )
  while ((await count(signal, projectId)) < bodies.length * perRequest) await wait(lookMs)
}

/** Merging parts is a part of what rows cost: waits until none was merged for a while. */
async function untilMerged(of: Store): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    await wait(lookMs)
    const [row] = await of.query<{ merges: number }>(
      "SELECT toUInt32(count()) AS merges FROM system.merges",
      {},
    )
    quiet = row?.merges === 0 ? quiet + 1 : 0
  }
}

/** The same rows as those of the sender, in files as large as the spool's. */
async function writeRows(
  signal: Signal,
  bodies: readonly Made[],
  projectId: string,
  nowMs: number,
) {
  const owner = { projectId, retentionDays: 30, rules: [] }
  const paths: string[] = []
  for (let at = 0; at < bodies.length; at += 50) {
    const rows = bodies.slice(at, at + 50).map(({ bytes }) => {
      const [block] = decode(signal, bytes, owner, nowMs).blocks
      return Buffer.from(block?.bytes ?? [])
    })
    const path = join(directFolder, `rows-${at}`)
    await writeFile(path, Buffer.concat(rows))
    paths.push(path)
  }
  return paths
}

/** E: CPU of the engine for the same rows. */
async function insertDirectly(signal: Signal, paths: readonly string[], direct: Store) {
  const table = tableOf[signal]
  for (const path of paths) {
    const token = randomBytes(8).toString("hex")
    await direct.insertFile(path, { table, columns: columns[table], skipped: headColumn, token })
  }
}

async function bytesPerRow(of: Store, signal: Signal): Promise<number> {
  const [row] = await of.query<{ bytes: number }>(
    `SELECT toFloat64(sum(bytes_on_disk) / sum(rows)) AS bytes FROM system.parts WHERE active AND table = '${tableOf[signal]}'`,
    {},
  )
  return row?.bytes ?? Number.NaN
}

const perMillion = (ms: number) => ms / 1000 / (rows / 1_000_000)

async function measureRoad(stage: TelemetryStage, direct: Store, directPid: number) {
  const table: Cell[][] = []
  for (const [signal, isJson, goal] of [
    ["logs", false, 1.8],
    ["traces", false, 1.8],
    ["metrics", false, 0],
    ["logs", true, 3],
    ["traces", true, 3],
  ] as const) {
    const nowMs = Date.now()
    const bodies = makeBodies(signal, rows, isJson, nowMs)
    const figures: number[][] = []
    for (let round = 0; round < rounds; round += 1) {
      const sender = await stage.makeSender()
      const paths = await writeRows(signal, bodies, sender.projectId, nowMs)
      const before = cpuMsOf(directPid)
      await insertDirectly(signal, paths, direct)
      await untilMerged(direct)
      const engine = perMillion(cpuMsOf(directPid) - before)
      const allBefore = stage.cpuMs()
      await sendAll(stage, sender, signal, bodies)
      await untilMerged(stage.store)
      const road = perMillion(stage.cpuMs() - allBefore)
      figures.push([engine, road, road / engine])
    }
    table.push([
      `${signal}, ${isJson ? "JSON" : "protobuf"} and gzip`,
      ...spreads(figures),
      goal === 0 ? "" : `≤ ${goal}`,
      await bytesPerRow(stage.store, signal),
      await bytesPerRow(direct, signal),
    ])
  }
  const head = [
    stage.titled("signal"),
    "engine alone (E), CPU s per million",
    "whole road, CPU s per million",
  ]
  printTable([...head, "road / E", "goal", "bytes a row on disk", "inserted directly"], table)
}

/** Records per CPU second of what reads a request. */
function rateOf(work: () => void): number {
  for (let at = 0; at < 50; at += 1) work()
  const before = process.cpuUsage()
  for (let at = 0; at < 300; at += 1) work()
  const { user, system } = process.cpuUsage(before)
  return (300 * perRequest * 1e6) / (user + system)
}

function measureDecoder(): void {
  const owner = { projectId: "019f0000-0000-7000-8000-0000000000aa", retentionDays: 30, rules: [] }
  const table = (["logs", "traces"] as const).map((signal): Cell[] => {
    const bytes = encode(signal, makeRequest(signal, 0, perRequest, Date.now()))
    const figures = Array.from({ length: rounds }, () => {
      const own = rateOf(() => void decode(signal, bytes, owner, Date.now()))
      const other = rateOf(() => void typeOf[signal].decode(bytes))
      return [own, other, own / other]
    })
    return [signal, ...spreads(figures), "≥ 1.3"]
  })
  printTable(
    [
      "decoding",
      "to rows, records per CPU s",
      "protobufjs to objects, records per CPU s",
      "ratio",
      "goal",
    ],
    table,
  )
}

/** The first request starts the role and makes its tables. */
async function startStore({ count, makeSender, send }: TelemetryStage): Promise<void> {
  const { projectId, token } = await makeSender()
  const request = makeRequest("logs", 0, perRequest, Date.now())
  await send("logs", token, gzipSync(encode("logs", request)), false)
  while ((await count("logs", projectId).catch(() => 0)) < perRequest) await wait(200)
}

/** The role returns memory when it had nothing to do for half a minute. */
const settleMs = 75_000

async function measureIdle(stage: TelemetryStage): Promise<void> {
  await wait(settleMs)
  const pid = stage.pid()
  const figures: number[][] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = cpuMsOf(pid)
    await wait(5000)
    const shared = memoryMbOfTree(pid).get("telemetry") ?? Number.NaN
    figures.push([residentMbOf(pid), shared, (cpuMsOf(pid) - before) / 50])
  }
  const [memory, shared, cpu] = spreads(figures)
  printTable(
    [stage.titled("idle telemetry role"), "measured", "goal"],
    [
      ["memory, MiB", memory ?? "", "≤ 300"],
      ["PSS, MiB", shared ?? "", ""],
      ["CPU, percent of a core", cpu ?? "", "≤ 0.5"],
    ],
  )
}

const directFolder = await mkdtemp(join(tmpdir(), "watchkeeper-bench-direct-"))
const directServer = await startServer(
  "engine",
  [process.execPath, join(import.meta.dirname, "telemetry-engine.ts")],
  { DATA_DIR: directFolder, LOG_LEVEL: "error", UV_THREADPOOL_SIZE: "8" },
)
const direct = createStore({ DATA_DIR: directFolder, CLICKHOUSE_URL: undefined })
try {
  process.stdout.write(`${describeMachine(false)}\n`)
  if (parts.has("decoder")) measureDecoder()
  await direct.ready()
  await eachBus(values.redis, async (bus, settings) => {
    const stage = await openTelemetryStage(settings, bus)
    try {
      await measure(stage)
    } finally {
      await stage.stop()
    }
  })
  process.stdout.write(`\n${describeMachine(false)}\n`)
} finally {
  await direct.close()
  await directServer.stop()
  await rm(directFolder, { recursive: true, force: true })
}

async function measure(stage: TelemetryStage): Promise<void> {
  await startStore(stage)
  if (parts.has("idle")) await measureIdle(stage)
  if (parts.has("road")) await measureRoad(stage, direct, directServer.pid)
  if (parts.has("acknowledgement")) await measureAcknowledgement(stage, rounds)
  if (parts.has("reads")) await measureReads(stage, { readRows, rounds })
  if (!parts.has("neighbors")) return
  const capacity = await measureCapacity(stage)
  await measureNeighbors(stage, { capacity, rounds, seconds: Number(values.seconds) })
}
