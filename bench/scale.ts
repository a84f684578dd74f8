import { randomBytes } from "node:crypto"
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
  spread,
  type Spread,
} from "./machine.ts"
import { makePage } from "./pages/page.ts"
import { watchersOf } from "./pages/watchers.ts"
import { cpuMsOfTree, memoryMbOfTree, postmasterOf } from "./process-tree.ts"
import { startRedis } from "./redis.ts"
import type { Server } from "./server.ts"
import { openStage } from "./stage.ts"

/** `npm run bench:scale`: several processes of each role on one PostgreSQL and one Redis; see README.md here. */
const { values } = parseArgs({
  options: {
    monitors: { type: "string", default: "20000" },
    viewers: { type: "string", default: "1000" },
    seconds: { type: "string", default: "40" },
    rounds: { type: "string", default: "3" },
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
const redis = await startRedis(program)
const common = { REDIS_URL: redis.url, SECRET_KEY: randomBytes(32).toString("base64") }
const stage = await openStage(common)
const servers: Server[] = []
try {
  process.stdout.write(`${describeMachine(false)}\n`)
  await measure()
} finally {
  await stage.stop()
  await redis.stop()
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
  const rounds: Round[] = []
  for (let round = 0; round < Number(values.rounds); round += 1) {
    rounds.push(await measureRound(pool, watchers, processes))
  }
  clearInterval(toggling)
  const checks = await readChecks(pool, rounds)
  watchers.close()
  const decided = await Promise.all(
    rounds.map(async ({ from, to }) => decidedAfter(await readChanges(pool, from, to))),
  )
  const wrong = await readWrong(pool, rounds, steady)

  const lags = checks.map((all) => sorted(all.map(({ seq, at }) => lateness(seq, at))))
  const views = rounds.map(({ views }) => sorted(views))
  printTable(
    ["process", "CPU, % of a core", "CPU, µs per check", "memory, MB"],
    processes.map(({ name }, at) => [
      name,
      spread(rounds.map(({ usedMs, lastedMs }) => ((usedMs[at] ?? 0) / lastedMs) * 100)),
      spread(
        rounds.map(({ usedMs }, of) => ((usedMs[at] ?? 0) * 1000) / (checks[of]?.length ?? 0)),
      ),
      spread(rounds.map(({ memoryMb }) => memoryMb[at] ?? Number.NaN)),
    ]),
  )
  printTable(
    [
      `${monitors} monitors, one check a minute, ${viewers} viewers of each api process`,
      "measured",
    ],
    [
      ["checks due/s", (monitors + 10) / 60],
      [
        "checks stored/s",
        spread(rounds.map(({ lastedMs }, at) => (checks[at]?.length ?? 0) / (lastedMs / 1000))),
      ],
      ["start lag p50, ms", ofEach(lags, 0.5)],
      ["start lag p99, ms", ofEach(lags, 0.99)],
      ["changes of status", spread(decided.map((all) => all.length))],
      ["end of the deciding check to its transaction p50, ms", ofEach(decided, 0.5)],
      ["end of the deciding check to its transaction p99, ms", ofEach(decided, 0.99)],
      ["healthy targets with another status", wrong || 0],
      ["change of the page to the last viewer p50, ms", ofEach(views, 0.5)],
      ["change of the page to the last viewer, most, ms", ofEach(views, 1)],
    ],
  )
}

function ofEach(all: readonly number[][], share: number): Spread {
  return spread(all.map((one) => quantile(one, share)))
}

type Round = {
  from: Date
  to: Date
  lastedMs: number
  /** CPU and memory of each process. */
  usedMs: number[]
  memoryMb: number[]
  /** From each change of the page until its last viewer had it, in ms. */
  views: number[]
}

async function measureRound(
  pool: Pool,
  watchers: Awaited<ReturnType<typeof watchersOf>>,
  processes: readonly Process[],
): Promise<Round> {
  const before = processes.map(({ cpuMs }) => cpuMs())
  const { rows } = await pool.query<{ now: Date }>("select clock_timestamp() as now")
  const from = rows[0]?.now ?? new Date()
  const begun = performance.now()
  const views: number[] = []
  while (performance.now() - begun < seconds * 1000) {
    views.push(...(await watchers.round()))
    await sleep(roundMs)
  }
  const lastedMs = performance.now() - begun
  return {
    from,
    to: new Date(from.getTime() + lastedMs),
    lastedMs,
    usedMs: processes.map(({ cpuMs }, at) => cpuMs() - (before[at] ?? 0)),
    memoryMb: processes.map(({ memoryMb }) => memoryMb()),
    views,
  }
}

async function readWrong(pool: Pool, rounds: readonly Round[], steady: string): Promise<string> {
  const { rows } = await pool.query<{ what: string; count: number }>(
    `select concat_ws(' ', c.status, c.failure_class, left(c.findings::text, 100)) as what, count(*)::int
       from check_result c join monitor m on m.seq = c.monitor_seq
      where m.url = $3 and c.started_at >= $1 and c.started_at < $2 and c.status <> 'operational'
      group by 1`,
    [rounds[0]?.from, rounds.at(-1)?.to, steady],
  )
  return rows.map(({ what, count }) => `${count} ${what}`).join(", ")
}

/** The checks of each round. A busy prober stores its checks later: waits until no more are stored. */
async function readChecks(pool: Pool, rounds: readonly Round[]) {
  type Check = { seq: number; at: Date }
  const read = async () => {
    await sleep(3000)
    const all: Check[][] = []
    for (const { from, to } of rounds) {
      const { rows } = await pool.query<Check>(
        `select monitor_seq as seq, started_at as at from check_result
          where started_at >= $1 and started_at < $2`,
        [from, to],
      )
      all.push(rows)
    }
    return all
  }
  let [before, checks] = [await read(), await read()]
  while (checks.flat().length > before.flat().length) [before, checks] = [checks, await read()]
  return checks
}

function start(role: string, at: number): Promise<Server> {
  return stage
    .startRole(role, [], {
      DATA_DIR: join(stage.folder, `${role}-${at}`),
      REACHABLE_RANGES: "127.0.0.0/8",
      EGRESS_ANCHORS: `127.0.0.1:${stage.others.ports.http}`,
    })
    .then((server) => ({ ...server, name: `${role} ${at}` }))
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
