import { parseArgs } from "node:util"
import { startQueue } from "../src/notify/engine/start-queue.ts"
import { claimMessages, type ClaimedMessage } from "../src/notify/message/claim-messages.ts"
import { messageQueue } from "../src/notify/message/message-queue.ts"
import { settleMessages, type MessageSettlement } from "../src/notify/message/settle-messages.ts"
import { readPageMessages } from "../src/notify/page/page-message.ts"
import { claimWebhooks } from "../src/notify/webhook/claim-webhooks.ts"
import type { Services } from "../src/platform/services.ts"
import { openInstallation } from "./installed.ts"
import {
  cpuMsOf,
  describeMachine,
  printTable,
  quantile,
  spread,
  spreads,
  type Cell,
} from "./machine.ts"
import { fillEndpoint, fillQueue, makeChannels, makeProject } from "./notify-data.ts"
import { measureMails } from "./notify-installed.ts"
import { measureStartsAlone } from "./notify-starts.ts"
import { eachBus } from "./redis.ts"
import { stubSenders } from "./stub-senders.ts"

/** `npm run bench:notify`: mails of the whole product, and the queue alone without a network; see README.md here. */

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "20000" },
    later: { type: "string", default: "100000" },
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "3" },
    /** The workers of `starts` alone on one core. */
    pinned: { type: "boolean", default: false },
    parts: { type: "string", default: "settle,webhooks,starts" },
    /** Mails of the whole product that are due at once. */
    mails: { type: "string", default: "5000" },
    /** Pages a second of the whole product in `starts`. */
    rate: { type: "string", default: "200" },
    redis: { type: "string", default: "without,with" },
  },
})
const parts = values.parts.split(",")
const rounds = Number(values.rounds)
const batch = 500
const workers = 2
const channels = 4000
const limits = { slotsOfKind: batch, perTarget: 2 }

if (!values.pinned) {
  await eachBus(values.redis, (bus, settings) =>
    measureMails({ bus, settings }, new Set(parts), {
      rows: Number(values.mails),
      seconds: Number(values.seconds),
      rate: Number(values.rate),
      rounds,
    }),
  )
}

// The queue alone: what is claimed and settled does not depend on a receiver here.
const installation = await openInstallation()
const { services } = installation
try {
  process.stdout.write(`${describeMachine(false)}\n`)
  const projectId = await makeProject(services)
  await makeChannels(services, projectId, channels)
  if (parts.includes("settle")) await measureSettling(services, projectId)
  if (parts.includes("webhooks")) await measureWebhooks(services, projectId)
  if (parts.includes("starts")) {
    await measureStartsAlone(installation, projectId, {
      seconds: Number(values.seconds),
      isPinned: values.pinned,
      rounds,
    })
  }
} finally {
  await installation.stop()
}
process.exit()

async function measureSettling(services: Services, projectId: string): Promise<void> {
  const rows: Cell[][] = []
  const count = Number(values.rows)
  const refill = async (later: number) => {
    await services.database.pool.query("truncate delivery, delivery_lease cascade")
    if (later > 0) {
      const much = {
        queue: "notice",
        count: later,
        delaySeconds: 3600,
        projectId,
        channels,
      } as const
      await fillQueue(services, much)
    }
    await fillQueue(services, { queue: "notice", count, delaySeconds: 0, projectId, channels })
  }
  const ways = { "by the queue": drainByQueue, "500 at a time, two workers": drain }
  for (const [way, work] of Object.entries(ways)) {
    for (const later of [0, Number(values.later)]) {
      const runs: { perSecond: number; databaseUs: number; ownUs: number }[] = []
      // The first run warms up V8.
      for (let run = 0; run <= rounds; run += 1) {
        await refill(later)
        const own = process.cpuUsage()
        const theirs = await databaseMs(services)
        const from = performance.now()
        const settled = await work(services)
        const ms = performance.now() - from
        const ours = process.cpuUsage(own)
        const databaseUs = (((await databaseMs(services)) - theirs) / settled) * 1000
        if (settled < count) throw new Error(`${settled} of ${count} deliveries were settled`)
        if (run === 0) continue
        const ownUs = (ours.user + ours.system) / settled
        runs.push({ perSecond: (settled / ms) * 1000, databaseUs, ownUs })
      }
      rows.push([
        `${way}, ${later === 0 ? "nothing" : later} due later`,
        spread(runs.map((run) => run.perSecond)),
        spread(runs.map((run) => run.databaseUs)),
        spread(runs.map((run) => run.ownUs)),
      ])
    }
  }
  printTable(
    [
      `claim and settle ${count} rows`,
      "rows/s",
      "PostgreSQL CPU, µs per row",
      "own CPU, µs per row",
    ],
    rows,
  )
}

/** The queue of notices as the notify role runs it, with its limits; its senders accept at once. */
async function drainByQueue(services: Services): Promise<number> {
  const count = Number(values.rows)
  let sent = 0
  const { promise: isDone, resolve } = Promise.withResolvers<void>()
  const channels = stubSenders(() => {
    sent += 1
    if (sent === count) resolve()
  })
  const readPages = readPageMessages
  const queue = startQueue(services, messageQueue(services, "notice", { channels, readPages }))
  await isDone
  // Stops once what was sent is settled.
  await queue.stop()
  const { rows } = await services.database.pool.query<{ settled: number }>(
    "select count(*)::int as settled from delivery where state = 'delivered'",
  )
  return rows[0]?.settled ?? 0
}

async function drain({ database, bus }: Services): Promise<number> {
  let settled = 0
  const work = async () => {
    for (;;) {
      const claimed = await claimMessages(
        database.pool,
        "notice",
        { free: batch, busy: {} },
        limits,
      )
      if (claimed.length === 0) return
      const settlements = claimed.map((one) => arrived(one))
      const isSettled = await settleMessages({ database, bus }, settlements)
      settled += isSettled.filter(Boolean).length
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  return settled
}

function arrived({ id, token, channelId }: ClaimedMessage): MessageSettlement {
  return {
    id,
    token,
    channelId,
    state: "delivered",
    pause: null,
    receipt: id,
    isConfirmed: true,
    finding: null,
    attempt: {
      startedAt: new Date(),
      durationMs: 1,
      outcome: "accepted",
      status: null,
      responseHeaders: null,
      responseBody: null,
    },
    isWayLost: false,
  }
}

/** CPU of the database's current backends so far. */
async function databaseMs({ database }: Services): Promise<number> {
  const { rows } = await database.pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend'",
  )
  return rows.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0)
}

async function measureWebhooks(services: Services, projectId: string): Promise<void> {
  const table: Cell[][] = []
  for (const dead of [0, 10_000]) {
    await services.database.pool.query("truncate delivery, delivery_lease cascade")
    await services.database.pool.query("delete from webhook_endpoint")
    if (dead > 0) await fillEndpoint(services, projectId, { count: dead, failures: 3 })
    await fillEndpoint(services, projectId, { count: 200 * rounds, failures: 0 })
    await services.database.pool.query("vacuum (analyze) delivery")
    const times: number[][] = []
    for (let round = 0; round < rounds; round += 1) times.push(await claimOften(services))
    table.push([dead === 0 ? "no other" : `a dead one with ${dead} rows`, ...spreads(times)])
  }
  printTable(["claim for a healthy endpoint beside", "p50, ms", "p99, ms"], table)
}

/** @returns the median and the 99th percentile. */
async function claimOften({ database }: Services): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < 50; at += 1) {
    const from = performance.now()
    const claimed = await claimWebhooks(
      database.pool,
      { answering: { free: 128, busy: {} }, failing: { free: 64, busy: {} } },
      { answering: 4, failing: 1 },
    )
    times.push(performance.now() - from)
    const ids = claimed.filter(({ isFailing }) => !isFailing).map(({ id }) => id)
    if (ids.length === 0) throw new Error("nothing was claimed for the healthy endpoint")
    await database.pool.query(
      `with freed as (delete from delivery_lease where delivery_id = any($1))
       update delivery set state = 'delivered' where id = any($1)`,
      [ids],
    )
  }
  times.sort((one, other) => one - other)
  return [quantile(times, 0.5), quantile(times, 0.99)]
}
