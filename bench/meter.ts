import { fork, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { newId } from "../src/platform/id.ts"
import { openInstallation } from "./installed.ts"
import { describeMachine, printTable, quantile, spreads } from "./machine.ts"
import { cpuMsOfTree, postmasterOf } from "./process-tree.ts"

/** `npm run bench:meter`: counting requests in one process and in several; see README.md here. */

const { values } = parseArgs({
  options: {
    processes: { type: "string", default: "1,3" },
    /** Requests of each process a second. */
    rate: { type: "string", default: "500" },
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "3" },
  },
})
const [rate, seconds, rounds] = [values.rate, values.seconds, values.rounds].map(Number) as [
  number,
  number,
  number,
]
const projects = 1000
/** V8 optimizes, and entries are loaded. */
const warmUpSeconds = 2

if (process.send === undefined) await measureAll()
else await countRequests()

async function measureAll(): Promise<void> {
  const { folder, services, connectionString, stop } = await openInstallation()
  process.stdout.write(`${describeMachine(false)}\n`)
  const { pool } = services.database
  try {
    await pool.query(
      `insert into project (id, name, plan, updated_at)
       select gen_random_uuid(), 'Bench', 'pro', now() from generate_series(1, $1)`,
      [projects],
    )
    const cases = values.processes
      .split(",")
      .map(Number)
      .flatMap((processes) => [
        { processes, store: "memory", found: [] as number[][] },
        { processes, store: "PostgreSQL", found: [] as number[][] },
      ])
    for (let round = 0; round < rounds; round += 1) {
      for (const { processes, store, found } of cases) {
        await pool.query("delete from counting_lease")
        const workers = Array.from({ length: processes }, () =>
          fork(import.meta.filename, process.argv.slice(2), {
            env: { ...process.env, DATABASE_URL: connectionString, STORE: store },
          }),
        )
        found.push(await measure(workers, postmasterOf(folder)))
      }
    }
    printTable(
      ["counted in", "own CPU, µs", "PostgreSQL's CPU, µs", "p50, ms", "p99, ms"],
      cases.map(({ processes, store, found }) => [`${store}, ${processes}`, ...spreads(found)]),
    )
  } finally {
    await stop()
  }
}

type Counted = { cpuMs: number; times: number[] }

async function measure(workers: ChildProcess[], postmaster: number): Promise<number[]> {
  await Promise.all(workers.map((worker) => once(worker, "message")))
  const before = cpuMsOfTree(postmaster)
  for (const worker of workers) worker.send("count")
  const answers = await Promise.all(workers.map((worker) => once(worker, "message")))
  const counted = answers.map(([answer]) => answer as Counted)
  const thousands = (workers.length * rate * seconds) / 1000
  const postgresUs = (cpuMsOfTree(postmaster) - before) / thousands
  await Promise.all(workers.map((worker) => once(worker, "exit")))
  const times = counted.flatMap((one) => one.times).toSorted((a, b) => a - b)
  const ownUs = counted.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / thousands
  return [ownUs, postgresUs, quantile(times, 0.5), quantile(times, 0.99)]
}

/** In a worker: warms up, waits for a message, counts, and ends. */
async function countRequests(): Promise<void> {
  const { connect } = await import("../src/platform/postgres.ts")
  const { systemClock: clock } = await import("../src/platform/clock.ts")
  const { createLog } = await import("../src/platform/log.ts")
  const { createLocalMeter } = await import("../src/platform/meter/local-meter.ts")
  const { createPostgresMeter } = await import("../src/platform/meter/postgres-meter.ts")
  const { pool, end } = connect(process.env["DATABASE_URL"] ?? "", 20)
  const stored = createPostgresMeter(pool)
  const log = createLog("error", `bench ${newId()}`)
  const isLocal = process.env["STORE"] === "memory"
  const meter = isLocal ? createLocalMeter({ pool, clock, log }, stored) : stored
  const { rows } = await pool.query<{ id: string }>("select id from project")
  const allowance = { perMinute: 1_000_000, perMonth: 1_000_000_000 }

  async function count(forSeconds: number): Promise<Counted> {
    const times: number[] = []
    const pending: Promise<void>[] = []
    const [begun, cpu] = [performance.now(), process.cpuUsage()]
    while (pending.length < rate * forSeconds) {
      await sleep(1)
      const due = Math.min(((performance.now() - begun) / 1000) * rate, rate * forSeconds)
      while (pending.length < due) {
        const at = performance.now()
        const { id = "" } = rows[pending.length % rows.length] ?? {}
        pending.push(meter.count(id, allowance).then(() => void times.push(performance.now() - at)))
      }
    }
    await Promise.all(pending)
    const { user, system } = process.cpuUsage(cpu)
    return { cpuMs: (user + system) / 1000, times }
  }

  await count(warmUpSeconds)
  process.send?.("ready")
  await once(process, "message")
  process.send?.(await count(seconds))
  await meter.close()
  await end()
  process.disconnect()
}
