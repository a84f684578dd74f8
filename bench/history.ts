import { once } from "node:events"
import { parseArgs } from "node:util"
import pg from "pg"
import { rollUp } from "../src/graphql/monitoring/check/check-rollup.ts"
import { readResponseTimes } from "../src/graphql/monitoring/check/check-series.ts"
import type { CheckResult } from "../src/graphql/monitoring/check/rules/check-result.ts"
import { storeChecks } from "../src/graphql/monitoring/check/store-checks.ts"
import { readUptime, readUptimeByDay } from "../src/graphql/monitoring/check/check-uptime.ts"
import { transact } from "../src/graphql/kernel/transaction.ts"
import { connect, type Database } from "../src/platform/postgres.ts"
import type { Services } from "../src/platform/services.ts"
import { days, fillHistory, fillTenfold, madeChecks, prismaRow } from "./history-data.ts"
import { measureInstalledReads } from "./history-installed.ts"
import { openInstallation } from "./installed.ts"
import { cpuMsOf, describeMachine, printTable, quantile, spreads, type Cell } from "./machine.ts"

/** `npm run bench:history`: writing checks, and reading uptime and charts; see README.md here. */
const { values } = parseArgs({
  allowNegative: true,
  options: {
    tenfold: { type: "boolean", default: true },
    /** Waits for a line of input between filling and reading, so that reads can run on an idle machine. */
    wait: { type: "boolean", default: false },
    checks: { type: "string", default: "3900000" },
    rows: { type: "string", default: "60000" },
    rounds: { type: "string", default: "3" },
    /** Of each read of the whole product in a round. */
    requests: { type: "string", default: "100" },
    redis: { type: "string", default: "without,with" },
  },
})
const print = (text: string) => process.stdout.write(`${text}\n`)
const rounds = Number(values.rounds)
const installation = await openInstallation()
// One connection, so that one backend does all the work that is measured.
const database = connect(installation.connectionString, 1)
try {
  print(describeMachine(false))
  await measureWriting({ ...installation.services, database })
  const checks = await measureReading(installation.services, database)
  await measureInstalledReads(installation, checks, {
    redis: values.redis,
    rounds,
    requests: Number(values.requests),
  })
} finally {
  await database.end()
  await installation.stop()
}
print(`\n${describeMachine(false)}`)

/** @returns the number of checks. */
async function measureReading(open: Services, database: Database): Promise<number> {
  const { pool } = database
  const services = { ...open, database }
  const began = performance.now()
  // Filling a day of 130 million checks takes longer than the statement timeout.
  const patient = new pg.Pool({ connectionString: installation.connectionString, max: 1 })
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
    200,
    (seq) => readUptimeByDay(services, seq, { days }),
  ]
  const reads: Read[] = [
    [
      "90-day daily uptime from raw checks (baseline)",
      10,
      (seq) => pool.query({ name: "raw", text: raw, values: [seq, from.toISOString()] }),
    ],
    byDay,
    ["90-day uptime to the second", 200, (seq) => readUptime(services, seq, { from, to })],
    ["90-day chart", 200, (seq) => readResponseTimes(services, seq, { from, to, step: "auto" })],
    [
      "14-day chart by the hour",
      200,
      (seq) => readResponseTimes(services, seq, { from: twoWeeks, to, step: "hour" }),
    ],
  ]
  async function measure([, times, read]: Read, seqs: number[]): Promise<number[]> {
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
    return [quantile(taken, 0.5), quantile(taken, 0.99), cost, Math.round(pagesEach)]
  }
  async function rowOf(read: Read, seqs: number[]): Promise<Cell[]> {
    const figures: number[][] = []
    for (let round = 0; round < rounds; round += 1) figures.push(await measure(read, seqs))
    return [read[0], ...spreads(figures)]
  }
  const rows: Cell[][] = []
  for (const read of reads) rows.push(await rowOf(read, seqs))
  if (values.tenfold) {
    const more = await fillTenfold(open, seqs)
    const [name, ...how] = byDay
    rows.push(await rowOf([`${name}, with ten times the rollups and changes`, ...how], more))
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
  return checks
}

async function measureWriting(services: Services): Promise<void> {
  const { database } = services
  const { prisma } = database
  const total = Number(values.rows)
  const pid = await backendOf(database)
  /** Rows a second, then CPU of PostgreSQL and of this process in µs per row. */
  async function measure(
    batches: CheckResult[][],
    store: (batch: CheckResult[]) => Promise<unknown>,
  ) {
    await prisma.$executeRaw`truncate check_result, rollup_touch`
    const count = batches.flat().length
    const [cpu, own, began] = [cpuMsOf(pid), process.cpuUsage(), performance.now()]
    for (const batch of batches) await store(batch)
    const perSecond = rate(count, performance.now() - began)
    const { user, system } = process.cpuUsage(own)
    return [perSecond, (1000 * (cpuMsOf(pid) - cpu)) / count, (user + system) / count] as const
  }
  const some = madeChecks(Math.max(5000, total / 10), 5000)
  const createMany = (batch: CheckResult[]) =>
    prisma.check.createMany({ data: batch.map(prismaRow) })
  const store = (batch: CheckResult[]) => transact(services, (tx) => storeChecks(tx, batch))
  const ways = {
    "Prisma createMany (baseline), 5,000 rows a batch": () => measure(some, createMany),
    "storeChecks, 5,000 rows a batch": () => measure(madeChecks(total, 5000), store),
    "storeChecks, 20,000 rows a batch": () => measure(madeChecks(total, 20_000), store),
  }
  const figures = new Map(Object.keys(ways).map((name) => [name, [] as number[][]]))
  for (let round = 0; round < rounds; round += 1) {
    let baseline = Number.NaN
    for (const [name, work] of Object.entries(ways)) {
      const [perSecond, ...costs] = await work()
      if (Number.isNaN(baseline)) baseline = perSecond
      figures.get(name)?.push([perSecond, perSecond / baseline, ...costs])
    }
  }
  await prisma.$executeRaw`truncate check_result, rollup_touch`
  printTable(
    [
      "Writing checks, one writer",
      "rows/s",
      "ratio to baseline",
      "PostgreSQL CPU, µs per row",
      "own CPU, µs per row",
    ],
    [...figures].map(([name, all]) => [name, ...spreads(all)]),
  )
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
