import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import type { Pool } from "pg"
import { contextFor } from "../src/graphql/kernel/context.ts"
import { count, decidedAfter, fill, lateness, readChanges, sorted, toggle, until } from "./load.ts"
import {
  cpuMsOf,
  describeMachine,
  findProgram,
  printTable,
  quantile,
  residentMbOf,
} from "./machine.ts"
import { makePage } from "./pages/page.ts"
import { watchersOf } from "./pages/watchers.ts"
import { cpuMsOfTree, memoryMbOfTree, postmasterOf } from "./process-tree.ts"
import { startRedis } from "./redis.ts"
import type { Server } from "./server.ts"
import { startServer } from "./server.ts"
import { openStage } from "./stage.ts"

/** `npm run bench:scale`: several processes of each role on one PostgreSQL and one Redis; see README.md here. */
const { values } = parseArgs({
  options: {
    monitors: { type: "string", default: "20000" },
    viewers: { type: "string", default: "1000" },
    seconds: { type: "string", default: "120" },
    settle: { type: "string", default: "60" },
    api: { type: "string", default: "3" },
    probe: { type: "string", default: "3" },
    notify: { type: "string", default: "2" },
  },
})
const [monitors, viewers, seconds] = [values.monitors, values.viewers, values.seconds].map(
  Number,
) as [number, number, number]
const changingShare = 0.01
/** A page is read at most twice a second. */
const roundMs = 5000

const program = await findProgram("/usr/bin/redis-server", "redis-server")
if (program === null) throw new Error("redis-server is missing: apt-get install redis-server")
const folder = await mkdtemp(join(tmpdir(), "watchkeeper-scale-"))
const redis = await startRedis(program, folder)
const common = { REDIS_URL: redis.url, SECRET_KEY: randomBytes(32).toString("base64") }
const stage = await openStage(common)
const servers: Server[] = []
try {
  process.stdout.write(`${describeMachine(false)}\n`)
  await measure()
} finally {
  await Promise.all(servers.map((server) => server.stop()))
  await stage.stop()
  await redis.stop()
  await rm(folder, { recursive: true, force: true })
}
process.stdout.write(`\n${describeMachine(false)}\n`)
process.exit()

async function measure(): Promise<void> {
  const { pool } = stage.services.database
  const changing = Math.ceil(monitors * changingShare)
  const [steady, unsteady] = [stage, stage.others].map(
    ({ ports }) => `http://127.0.0.1:${ports.http}/`,
  ) as [string, string]
  await fill(stage, [
    { monitors: monitors - changing, url: steady },
    { monitors: changing, url: unsteady },
  ])
  const ctx = contextFor(stage.services, { kind: "system", name: "bench" })
  const page = await makePage(ctx)
  await pool.query("update monitor set url = $1 where url = 'http://127.0.0.1:1/'", [steady])

  for (const role of ["api", "probe", "notify"] as const) {
    for (let at = 1; at <= Number(values[role]); at += 1) servers.push(await start(role, at))
  }
  await until(async () => (await count(stage, "check_result")) > 0)
  await sleep(Number(values.settle) * 1000)
  const watchers = await watchersOf(
    page,
    servers.filter(({ name }) => name.startsWith("api")),
    viewers,
  )
  const toggling = toggle(stage)

  const processes = processesOf()
  const before = processes.map(({ cpuMs }) => cpuMs())
  const { rows: start1 } = await pool.query<{ now: Date }>("select clock_timestamp() as now")
  const begun = performance.now()
  const rounds: number[][] = []
  while (performance.now() - begun < seconds * 1000) {
    rounds.push(await watchers.round())
    await sleep(roundMs)
  }
  const lastedMs = performance.now() - begun
  const used = processes.map(({ cpuMs }, at) => cpuMs() - (before[at] ?? 0))
  const memory = processes.map(({ memoryMb }) => memoryMb())
  const from = start1[0]?.now ?? new Date()
  const to = new Date(from.getTime() + lastedMs)
  const checks = await readChecks(pool, from, to)
  clearInterval(toggling)
  watchers.close()

  const lags = sorted(checks.map(({ seq, at }) => lateness(seq, at)))
  const decided = decidedAfter(await readChanges(pool, from, to))
  const { rows: wrong } = await pool.query<{ what: string; count: number }>(
    `select concat_ws(' ', c.status, c.failure_class, left(c.reason, 60)) as what, count(*)::int
       from check_result c join monitor m on m.seq = c.monitor_seq
      where m.url = $3 and c.started_at >= $1 and c.started_at < $2 and c.status <> 'operational'
      group by 1`,
    [from, to, steady],
  )
  printTable(
    ["process", "CPU, % of a core", "CPU, µs per check", "memory, MB"],
    processes.map(({ name }, at) => [
      name,
      ((used[at] ?? 0) / lastedMs) * 100,
      ((used[at] ?? 0) * 1000) / checks.length,
      memory[at] ?? Number.NaN,
    ]),
  )
  printTable(
    ["", "measured"],
    [
      ["monitors, one check a minute", monitors],
      ["checks due/s", (monitors + 10) / 60],
      ["checks stored/s", checks.length / (lastedMs / 1000)],
      ["start lag p50, ms", quantile(lags, 0.5)],
      ["start lag p99, ms", quantile(lags, 0.99)],
      ["changes of status", decided.length],
      ["end of the deciding check to its transaction p50, ms", quantile(decided, 0.5)],
      ["end of the deciding check to its transaction p99, ms", quantile(decided, 0.99)],
      [
        "healthy targets with another status",
        wrong.map(({ what, count }) => `${count} ${what}`).join(", ") || 0,
      ],
      ["viewers of each api process", viewers],
      ["change of the page to the last viewer p50, ms", quantile(sorted(rounds.flat()), 0.5)],
      ["change of the page to the last viewer, worst round, ms", Math.max(...rounds.flat())],
    ],
  )
}

/** A busy prober stores its checks later: waits until no more are stored. */
async function readChecks(pool: Pool, from: Date, to: Date) {
  const read = async () => {
    await sleep(3000)
    const { rows } = await pool.query<{ seq: number; at: Date }>(
      `select monitor_seq as seq, started_at as at from check_result
        where started_at >= $1 and started_at < $2`,
      [from, to],
    )
    return rows
  }
  let [before, checks] = [await read(), await read()]
  while (checks.length > before.length) [before, checks] = [checks, await read()]
  return checks
}

function start(role: string, at: number): Promise<Server> {
  const launcher = join(import.meta.dirname, "../bin/watchkeeper.js")
  return startServer(
    `${role} ${at}`,
    [process.execPath, launcher, "start", "--json", "--roles", role],
    {
      ...common,
      DATABASE_URL: stage.connectionString,
      DATA_DIR: join(folder, `${role}-${at}`),
      PORT: "0",
      HOST: "127.0.0.1",
      REACHABLE_RANGES: "127.0.0.0/8",
      EGRESS_ANCHORS: `127.0.0.1:${stage.others.ports.http}`,
      LOG_LEVEL: "error",
    },
  )
}

type Process = { name: string; cpuMs(): number; memoryMb(): number }

function one(name: string, pid: number): Process {
  return { name, cpuMs: () => cpuMsOf(pid), memoryMb: () => residentMbOf(pid) }
}

/** What is measured: the roles, what they share, and what only the benchmark needs. */
function processesOf(): Process[] {
  const postmaster = postmasterOf(stage.folder)
  return [
    ...servers.map(({ name, pid }) => one(name, pid)),
    {
      name: "PostgreSQL",
      cpuMs: () => cpuMsOfTree(postmaster),
      memoryMb: () => [...memoryMbOfTree(postmaster).values()].reduce((sum, mb) => sum + mb, 0),
    },
    one("Redis", redis.pid),
    one("targets", stage.targets.pid ?? 0),
    one("this benchmark with its viewers", process.pid),
  ]
}
