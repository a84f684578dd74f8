import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { startClient } from "./client.ts"
import { joinInstalled, startBeside, startInstalled } from "./installed.ts"
import {
  describeMachine,
  divideCores,
  findProgram,
  limitCpu,
  printTable,
  shownSpread,
  spread,
} from "./machine.ts"
import { startRedis } from "./redis.ts"
import { compare, measureLoad, type Comparison } from "./rest-compare.ts"
import { fillOwners, listLoad, muteLoad, type Owner } from "./rest-data.ts"
import { startServer, type Server } from "./server.ts"

/** `npm run bench:rest`: /v1 beside a bare server with the same statements; see README.md here. */

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "6000" },
    rounds: { type: "string", default: "3" },
    connections: { type: "string", default: "16,96" },
    /** without, with or both. */
    redis: { type: "string", default: "without,with" },
    /** The api role alone on one core. */
    pinned: { type: "boolean", default: false },
    /** A folder for the CPU profiles of the roles. */
    profile: { type: "string" },
    /** list, write or second (only pinned); default: all. */
    only: { type: "string", default: "list,write,second" },
  },
})
const requests = Number(values.requests)
const rounds = Number(values.rounds)
const only = new Set(values.only.split(","))
const loads = [
  ...(only.has("list") ? [{ load: listLoad, goals: { without: 0.75, with: 0.8, cpu: 0.7 } }] : []),
  ...(only.has("write") ? [{ load: muteLoad, goals: { without: 0.7, with: 0.7, cpu: 0.65 } }] : []),
]
const profile: Record<string, string> =
  values.profile === undefined
    ? {}
    : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${values.profile}` }

const folder = await mkdtemp(join(tmpdir(), "watchkeeper-bench-"))
const core = values.pinned ? divideCores() : []
const redisProgram = values.redis.includes("with")
  ? await findProgram("/usr/bin/redis-server", "redis-server")
  : null
const redis = redisProgram === null ? null : await startRedis(redisProgram, folder)
const client = await startClient()
const settings: Record<string, string> = { EGRESS_ANCHORS: "127.0.0.1:1", ...profile }
const stops: (() => Promise<void>)[] = []
try {
  let owners: Owner[] | null = null
  for (const way of values.redis.split(",")) {
    if (way !== "with" && way !== "without") {
      throw new Error('--redis: write "without", "with" or both')
    }
    if (way === "with" && redis === null) {
      process.stdout.write("\nredis-server is missing: apt-get install redis-server\n")
      continue
    }
    const bus: Record<string, string> =
      way === "with" && redis !== null ? { REDIS_URL: redis.url } : {}
    const installed = await startInstalled(folder, { ...settings, ...bus })
    stops.push(installed.stop)
    const joined = await joinInstalled(folder)
    stops.push(joined.leave)
    owners ??= await fillOwners(joined.services.database)
    const env = { ...settings, ...bus, DATABASE_URL: joined.connectionString, DATA_DIR: folder }
    process.stdout.write(`\n${describeMachine(core.length > 0)}, ${way} Redis\n`)
    if (values.pinned) {
      await installed.stop()
      await measurePinned(env, owners, way)
    } else {
      const bare = await startBeside(folder, "bare.ts", { DATABASE_URL: joined.connectionString })
      stops.push(bare.stop)
      await measureLoads({ bare, ours: installed }, owners, way)
    }
    for (const stop of stops.toReversed()) await stop()
    stops.length = 0
  }
} finally {
  for (const stop of stops.toReversed()) await stop()
  await client.stop()
  await redis?.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measureLoads(
  servers: { bare: Server; ours: Server },
  owners: Owner[],
  way: "with" | "without",
): Promise<void> {
  for (const { load, goals } of loads) {
    const rows: (string | number)[][] = []
    for (const connections of values.connections.split(",").map(Number)) {
      const size = { requests, rounds, connections }
      const found = await compare(client, servers, { owners, load, size })
      const name = `${way} Redis, ${connections} connections`
      rows.push([name, ...figuresOf(found, [goals[way], goals.cpu])])
    }
    printTable(
      [
        load.name,
        "requests/s",
        "bare's requests/s",
        "ratio to bare (least–most)",
        "goal",
        "CPU µs each",
        "bare's CPU µs each",
        "bare's CPU / own CPU (least–most)",
        "goal by CPU",
        "p99 at half of its rate, ms",
        "bare's at the same rate",
      ],
      rows,
    )
  }
}

function figuresOf(
  { bare, ours, bareHalf, oursHalf, toBare, toBareByCpu }: Comparison,
  [goal, cpuGoal]: [number, number],
): (string | number)[] {
  return [
    ours.perSecond,
    bare.perSecond,
    shownSpread(toBare),
    String(goal),
    ours.cpuUs,
    bare.cpuUs,
    shownSpread(toBareByCpu),
    String(cpuGoal),
    oursHalf.p99Ms,
    bareHalf.p99Ms,
  ]
}

/** The api role and the bare server on a core of their own; client and databases have the other. */
async function measurePinned(
  env: Record<string, string>,
  owners: Owner[],
  way: "with" | "without",
): Promise<void> {
  const node = [...core, process.execPath]
  const launcher = join(import.meta.dirname, "../bin/watchkeeper.js")
  const start = async (name: string, words: string[]) => {
    const more = { HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "error" }
    const server = await startServer(name, [...node, ...words], { ...env, ...more })
    stops.push(server.stop)
    return server
  }
  const startApi = () => start("Watchkeeper", [launcher, "start", "--json", "--roles", "api"])
  const bare = await start("bare", [join(import.meta.dirname, "bare.ts")])
  await measureLoads({ bare, ours: await startApi() }, owners, way)
  if (only.has("second")) await measureSecond(await startApi(), await startApi(), owners)
}

/**
 * Measures what a second process adds. Each process is limited to a small share of one core, so that the client and
 * the databases do not limit the result on a machine with few cores.
 */
async function measureSecond(one: Server, other: Server, owners: Owner[]): Promise<void> {
  const share = 0.15
  const free: (() => Promise<void>)[] = []
  const what = { owners, load: listLoad, size: { requests, rounds, connections: 96 } }
  try {
    for (const { pid } of [one, other]) free.push(await limitCpu(pid, share))
    for (const server of [one, other]) await measureLoad(client, server, what)
    const ratios: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const alone = await measureLoad(client, one, what)
      const both = await Promise.all(
        [one, other].map((server) => measureLoad(client, server, what)),
      )
      const together = both.reduce((sum, { perSecond }) => sum + perSecond, 0)
      ratios.push(together / alone.perSecond)
    }
    process.stdout.write(
      `\nTwo processes, each limited to ${share * 100}% of a core, answer ${shownSpread(spread(ratios))} times as many requests as one; goal 1.7\n`,
    )
  } catch (error) {
    process.stdout.write(`\nThe second process was not measured: ${String(error)}\n`)
  } finally {
    for (const server of [one, other]) await server.stop()
    for (const remove of free) await remove()
  }
}
