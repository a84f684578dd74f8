import { Redis } from "ioredis"
import type { Clock } from "../clock.ts"
import type { Log } from "../log.ts"
import type { Told } from "./ask-redis.ts"
import { createAsker } from "./ask-redis.ts"
import type { Allowance, Meter, Month, Reading } from "./meter.ts"
import { monthOf, refusedBy, windowMs } from "./meter.ts"
import type { Floor, PostgresMeter } from "./postgres.ts"

/** After an answer that did not come, PostgreSQL counts for this long before Redis is asked again. */
const distrustMs = 2000
const commandTimeoutMs = 400
/** Counts are written down a slice at a time, each within about three seconds: all at once would hold up requests. */
const keepMs = 100
const slices = 30
const leastSlice = 20

type Needs = { url: string; channel: string; clock: Clock; log: Log }

/**
 * Counts in Redis and has PostgreSQL keep the months: it seeds a Redis that has forgotten them, and counts
 * itself while Redis is away; a minute begins anew when the one takes over from the other. A request waits for
 * Redis for less than half a second, and only the first.
 */
export async function createRedisMeter(
  { url, channel, clock, log }: Needs,
  inPostgres: (floor: Floor) => PostgresMeter,
): Promise<Meter> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 2000,
    commandTimeout: commandTimeoutMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    retryStrategy: (times: number) => Math.min(times * 100, 1000),
  })
  // Reported at each failed attempt; what follows from it is told once, below.
  redis.on("error", () => undefined)
  // A count that began in PostgreSQL would begin its minute anew.
  await redis.connect().catch(() => undefined)
  /** The month as last heard, by project: what a fallback or an empty Redis must not fall below. */
  const seen = new Map<string, number>()
  const unkept = new Map<string, number>()
  let seenMonth = monthOf(clock.now())
  let distrustedUntilMs = 0
  const fallback = inPostgres((projectId) => seen.get(projectId) ?? 0)
  const ask = createAsker(redis, () => month().endsAt.getTime() - clock.now().getTime() + windowMs)

  function month(): Month {
    const now = clock.now()
    if (now >= seenMonth.endsAt || now < seenMonth.startsAt) {
      seen.clear()
      unkept.clear()
      seenMonth = monthOf(now)
    }
    return seenMonth
  }

  async function run(projectId: string, allowance: Allowance, isCount: boolean): Promise<Told> {
    const name = `${channel}:meter:${projectId}`
    const monthKey = `${name}:${month().startsAt.toISOString().slice(0, 7)}`
    const question = { minuteKey: `${name}:minute`, monthKey, ...allowance, isCount, least: null }
    const told = await ask(question)
    if (told.isTaken !== null) return told
    const kept = await fallback.read(projectId, allowance)
    return ask({ ...question, least: kept.monthUsed })
  }

  async function measure(projectId: string, allowance: Allowance, isCount: boolean) {
    const inPostgres = () =>
      isCount ? fallback.count(projectId, allowance) : fallback.read(projectId, allowance)
    if (redis.status !== "ready" || clock.monotonicMs() < distrustedUntilMs) return inPostgres()
    try {
      const reading = readingOf(await run(projectId, allowance, isCount), allowance, isCount)
      seen.set(projectId, reading.monthUsed)
      if (isCount) unkept.set(projectId, reading.monthUsed)
      return reading
    } catch (err) {
      if (clock.monotonicMs() >= distrustedUntilMs) {
        log.warn({ err }, "Redis does not count; PostgreSQL does for now")
      }
      distrustedUntilMs = clock.monotonicMs() + distrustMs
      return inPostgres()
    }
  }

  async function keep(most = Infinity): Promise<void> {
    if (unkept.size === 0) return
    const used = new Map([...unkept].slice(0, most))
    for (const projectId of used.keys()) unkept.delete(projectId)
    await fallback.keep(used).catch((err: unknown) => {
      for (const [projectId, count] of used) {
        if (!unkept.has(projectId)) unkept.set(projectId, count)
      }
      log.warn({ err }, "could not keep the counts of requests")
    })
  }

  let isKeeping = false
  async function keepSlice(): Promise<void> {
    // While PostgreSQL is slow the slices do not queue up behind each other.
    if (isKeeping) return
    isKeeping = true
    await keep(Math.max(leastSlice, Math.ceil(unkept.size / slices)))
    isKeeping = false
  }
  const timer = setInterval(() => void keepSlice(), keepMs).unref()
  // What Redis may be about to forget is written down at once.
  redis.on("close", () => void keep())

  return {
    count: (projectId, allowance) => measure(projectId, allowance, true),
    read: (projectId, allowance) => measure(projectId, allowance, false),
    async close() {
      clearInterval(timer)
      await keep()
      redis.disconnect()
    },
  }
}

function readingOf({ isTaken, ...used }: Told, allowance: Allowance, isCount: boolean): Reading {
  const isRefused = !isCount || isTaken !== true
  return {
    ...used,
    refusedBy: isRefused ? refusedBy(allowance, used.minuteUsed, used.monthUsed) : null,
  }
}
