import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import pg from "pg"
import { startEmbedded } from "../src/platform/embedded/start-embedded.ts"
import { readEnv } from "../src/platform/env.ts"
import { ensureCheckPartitions } from "../src/graphql/monitoring/check/check-partition.ts"
import { rollUp } from "../src/graphql/monitoring/check/check-rollup.ts"
import { readResponseTimes } from "../src/graphql/monitoring/check/check-series.ts"
import { storeChecks } from "../src/graphql/monitoring/check/store-checks.ts"
import { readUptime, readUptimeByDay } from "../src/graphql/monitoring/check/check-uptime.ts"
import { transact } from "../src/graphql/kernel/transaction.ts"
import { createLog } from "../src/platform/log.ts"
import { migrate } from "../src/platform/migrate.ts"
import type { Database } from "../src/platform/postgres.ts"
import { connect } from "../src/platform/postgres.ts"
import type { Services } from "../src/platform/services.ts"
import { openServices } from "../src/platform/services.ts"
import { days, fillHistory, fillTenfold, madeChecks, prismaRow } from "./history-data.ts"
import { cpuMsOf, describeMachine, printTable, quantile } from "./machine.ts"

/** `npm run bench:history [-- --checks 3900000 --rows 200000 --no-tenfold --wait]`; see README.md here. */
const { values } = parseArgs({
  allowNegative: true,
  options: {
    tenfold: { type: "boolean", default: true },
    /** Waits for a line of input between filling and reading, so that reads can run on an idle machine. */
    wait: { type: "boolean", default: false },
    checks: { type: "string", default: "3900000" },
    rows: { type: "string", default: "200000" },
  },
})
const print = (text: string) => process.stdout.write(`${text}\n`)
const folder = await mkdtemp(join(tmpdir(), "watchkeeper-bench-"))
const env = readEnv({ DATA_DIR: folder, LOG_LEVEL: "error", EGRESS_ANCHORS: "127.0.0.1:1" })
const embedded = await startEmbedded(env, createLog("error", "bench"))
try {
  await migrate(embedded.connectionString)
  const services = await openServices(env, embedded.connectionString, "bench")
  try {
    print(describeMachine(false))
    await ensureCheckPartitions(services.database.pool)
    // One connection, so that one backend does all the work that is measured.
    const database = connect(embedded.connectionString, 1)
    try {
      await measureWriting({ ...services, database })
      await measureReading(services, database)
    } finally {
      await database.end()
    }
  } finally {
    await services.close()
  }
} finally {
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}
print(`\n${describeMachine(false)}`)

async function measureReading(open: Services, database: Database): Promise<void> {
  const { pool } = database
  const services = { ...open, database }
  const began = performance.now()
  // Filling a day of 130 million checks takes longer than the statement timeout.
  const patient = new pg.Pool({ connectionString: embedded.connectionString, max: 1 })
  const { seqs, checks } = await fillHistory(open, patient, Number(values.checks))
  const filled = performance.now()
  const rolled = (await rollUp(open)) ?? 0
  const done = performance.now()
  await patient.query("vacuum analyze")
  await patient.end()
  printTable(
    ["Filling", "rows", "seconds", "rows/s"],
    [
      [
        "checks, by generate_series",
        String(checks),
        (filled - began) / 1000,
        rate(checks, filled - began),
      ],
      [
        "hourly rollups, with their days",
        String(rolled),
        (done - filled) / 1000,
        rate(rolled, done - filled),
      ],
    ],
  )
  if (values.wait) {
    print("\nFilled. Press Enter to start reading.")
    await once(process.stdin, "data")
    process.stdin.pause()
    print(describeMachine(false))
  }
  const to = new Date()
  const from = new Date(to.getTime() - days * 86_400_000)
  const twoWeeks = new Date(to.getTime() - 14 * 86_400_000)
  const raw = `select date_trunc('day', started_at, 'UTC') as day,
      100.0 * count(*) filter (where status in ('operational', 'degraded')) / count(*) filter (where status <> 'unknown')
    from check_result where monitor_seq = $1 and started_at >= $2 group by 1 order by 1`
  type Read = [name: string, times: number, read: (seq: number) => Promise<unknown>]
  const byDay: Read = [
    "90-day daily uptime: uptimeByDay",
    500,
    (seq) => readUptimeByDay(services, seq, { days }),
  ]
  const reads: Read[] = [
    [
      "90-day daily uptime from raw checks (baseline)",
      20,
      (seq) => pool.query({ name: "raw", text: raw, values: [seq, from.toISOString()] }),
    ],
    byDay,
    ["90-day uptime to the second", 500, (seq) => readUptime(services, seq, { from, to })],
    ["90-day chart", 500, (seq) => readResponseTimes(services, seq, { from, to, step: "auto" })],
    [
      "14-day chart by the hour",
      500,
      (seq) => readResponseTimes(services, seq, { from: twoWeeks, to, step: "hour" }),
    ],
  ]
  async function measure([name, times, read]: Read, seqs: number[]) {
    const work = (n: number) => read(seqs[n % seqs.length] ?? 0)
    // PostgreSQL plans a prepared statement again on its first five executions.
    for (let n = 0; n < 10; n++) await work(n)
    // Read each time, because the pool replaces a connection that was idle for long.
    const pid = await backendOf(database)
    const pages = await pagesRead(database)
    const cpu = cpuMsOf(pid)
    const taken = await timed(times, work)
    const cost = (cpuMsOf(pid) - cpu) / times
    const pagesEach = ((await pagesRead(database)) - pages) / times
    return [name, quantile(taken, 0.5), quantile(taken, 0.99), cost, pagesEach.toFixed(0)]
  }
  const rows: (string | number)[][] = []
  for (const read of reads) rows.push(await measure(read, seqs))
  if (values.tenfold) {
    const more = await fillTenfold(open, seqs)
    const [name, ...how] = byDay
    rows.push(await measure([`${name}, with ten times the rollups and changes`, ...how], more))
  }
  printTable(
    [
      `One monitor among ${checks.toLocaleString("en")} checks`,
      "p50, ms",
      "p99, ms",
      "CPU, ms",
      "pages",
    ],
    rows,
  )
}

async function measureWriting(services: Services): Promise<void> {
  const { database } = services
  const { prisma } = database
  const total = Number(values.rows)
  const rows: (string | number)[][] = []
  const pid = await backendOf(database)
  /** Rows a second, then CPU of PostgreSQL and of this process in µs per row. */
  async function measure(count: number, work: () => Promise<void>) {
    const [cpu, own, began] = [cpuMsOf(pid), process.cpuUsage(), performance.now()]
    await work()
    const perSecond = rate(count, performance.now() - began)
    const { user, system } = process.cpuUsage(own)
    return [perSecond, (1000 * (cpuMsOf(pid) - cpu)) / count, (user + system) / count] as const
  }
  const some = madeChecks(Math.max(5000, total / 10), 5000)
  const [baseline, ...costs] = await measure(some.flat().length, async () => {
    for (const batch of some) await prisma.check.createMany({ data: batch.map(prismaRow) })
  })
  rows.push(["Prisma createMany (baseline)", "5,000", baseline, 1, ...costs])
  for (const size of [5000, 20_000]) {
    await prisma.$executeRaw`truncate check_result, rollup_touch`
    const batches = madeChecks(total, size)
    const [perSecond, ...costs] = await measure(total, async () => {
      for (const batch of batches) await transact(services, (tx) => storeChecks(tx, batch))
    })
    rows.push(["storeChecks", size.toLocaleString("en"), perSecond, perSecond / baseline, ...costs])
  }
  await prisma.$executeRaw`truncate check_result, rollup_touch`
  const head = ["Writing checks, one writer", "rows per batch", "rows/s", "ratio to baseline"]
  printTable([...head, "PostgreSQL CPU, µs per row", "own CPU, µs per row"], rows)
}

async function backendOf({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>("select pg_backend_pid() as pid")
  return rows[0]?.pid ?? Number.NaN
}

/** Pages of tables and indexes that this backend has read so far, from cache or disk. */
async function pagesRead({ pool }: Database): Promise<number> {
  await pool.query("select pg_stat_force_next_flush()")
  const { rows } = await pool.query<{ pages: number }>(
    `select sum(coalesce(hits, 0) + coalesce(reads, 0))::int as pages
       from pg_stat_get_backend_io(pg_backend_pid()) where object = 'relation'`,
  )
  return rows[0]?.pages ?? Number.NaN
}

/** Milliseconds of each run, sorted. */
async function timed(times: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let n = 0; n < times; n++) {
    const began = performance.now()
    await work(n)
    taken.push(performance.now() - began)
  }
  return taken.toSorted((one, other) => one - other)
}

function rate(count: number, ms: number): number {
  return Math.round((1000 * count) / ms)
}
