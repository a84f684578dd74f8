import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { startEmbedded } from "../src/embedded/start.ts"
import { readEnv } from "../src/env.ts"
import { ensureCheckPartitions } from "../src/graphql/check/partition.ts"
import { rollUp } from "../src/graphql/check/rollup.ts"
import { readResponseTimes } from "../src/graphql/check/series.ts"
import { storeChecks } from "../src/graphql/check/store.ts"
import { readUptime, readUptimeByDay } from "../src/graphql/check/uptime.ts"
import { transact } from "../src/graphql/transaction.ts"
import { createLog } from "../src/log.ts"
import { migrate } from "../src/migrate.ts"
import { openServices } from "../src/services.ts"
import { days, fillHistory, madeChecks, prismaRow } from "./history-data.ts"
import { describeMachine, printTable, quantile } from "./machine.ts"

/** `npm run bench:history [-- --checks 13000000 --rows 200000]`; see README.md here. */
const { values } = parseArgs({
  options: {
    checks: { type: "string", default: "13000000" },
    rows: { type: "string", default: "200000" },
  },
})
const say = (text: string) => process.stdout.write(`${text}\n`)
const folder = await mkdtemp(join(tmpdir(), "watchkeeper-bench-"))
const env = readEnv({ DATA_DIR: folder, LOG_LEVEL: "error", EGRESS_ANCHORS: "127.0.0.1:1" })
const embedded = await startEmbedded(env, createLog("error", "bench"))
try {
  await migrate(embedded.connectionString)
  const services = await openServices(env, embedded.connectionString, "bench")
  try {
    say(describeMachine(false))
    await ensureCheckPartitions(services.database.pool)
    await measureWriting(services)
    await measureReading(services)
  } finally {
    await services.close()
  }
} finally {
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}
say(`\n${describeMachine(false)}`)

type Open = Awaited<ReturnType<typeof openServices>>

async function measureReading(services: Open): Promise<void> {
  const { pool } = services.database
  const began = performance.now()
  const { seqs, checks } = await fillHistory(services, Number(values.checks))
  const filled = performance.now()
  const rolled = (await rollUp(services)) ?? 0
  const done = performance.now()
  await pool.query("vacuum analyze")
  printTable(
    ["Filling", "rows", "seconds", "rows a second"],
    [
      [
        "checks, by generate_series",
        String(checks),
        (filled - began) / 1000,
        rate(checks, filled - began),
      ],
      [
        "hours rolled up, with their days",
        String(rolled),
        (done - filled) / 1000,
        rate(rolled, done - filled),
      ],
    ],
  )
  const to = new Date()
  const from = new Date(to.getTime() - days * 86_400_000)
  const twoWeeks = new Date(to.getTime() - 14 * 86_400_000)
  const raw = `select date_trunc('day', started_at, 'UTC') as day,
      100.0 * count(*) filter (where status in ('operational', 'degraded')) / count(*) filter (where status <> 'unknown')
    from check_result where monitor_seq = $1 and started_at >= $2 group by 1 order by 1`
  const reads: [string, number, (seq: number) => Promise<unknown>][] = [
    [
      "90-day daily uptime from raw checks (baseline)",
      40,
      (seq) => pool.query({ name: "raw", text: raw, values: [seq, from.toISOString()] }),
    ],
    ["90-day daily uptime: uptimeByDay", 500, (seq) => readUptimeByDay(services, seq, { days })],
    ["uptime of 90 days to the second", 500, (seq) => readUptime(services, seq, { from, to })],
    [
      "chart of 90 days",
      500,
      (seq) => readResponseTimes(services, seq, { from, to, step: "auto" }),
    ],
    [
      "chart of 14 days by the hour",
      500,
      (seq) => readResponseTimes(services, seq, { from: twoWeeks, to, step: "hour" }),
    ],
  ]
  const rows: (string | number)[][] = []
  for (const [name, times, read] of reads) {
    const taken = await timed(times, (n) => read(seqs[n % seqs.length] ?? 0))
    rows.push([name, quantile(taken, 0.5), quantile(taken, 0.99)])
  }
  printTable([`One monitor among ${checks.toLocaleString("en")} checks`, "ms p50", "ms p99"], rows)
}

async function measureWriting(services: Open): Promise<void> {
  const { prisma } = services.database
  const total = Number(values.rows)
  const rows: (string | number)[][] = []
  const batches = madeChecks(total, 5000)
  const some = batches.slice(0, Math.max(1, Math.round(batches.length / 10)))
  const began = performance.now()
  for (const batch of some) await prisma.check.createMany({ data: batch.map(prismaRow) })
  const prismaRate = rate(some.flat().length, performance.now() - began)
  rows.push(["Prisma createMany (baseline)", "5,000", prismaRate, 1])
  await prisma.$executeRaw`truncate check_result`
  for (const size of [5000, 20_000]) {
    const batches = madeChecks(total, size)
    const began = performance.now()
    for (const batch of batches) await transact(services, (tx) => storeChecks(tx, batch))
    const ours = rate(total, performance.now() - began)
    rows.push(["storeChecks", size.toLocaleString("en"), ours, ours / prismaRate])
    await prisma.$executeRaw`truncate check_result`
  }
  await prisma.$executeRaw`truncate rollup_touch`
  printTable(["Writing checks, one writer", "rows a batch", "rows a second", "of baseline"], rows)
}

/** Milliseconds of each run, sorted; a few runs before them warm the caches. */
async function timed(times: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
  for (let n = 0; n < times / 10; n++) await work(n)
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
