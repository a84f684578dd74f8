import type { Clock } from "../clock.ts"
import type { Log } from "../log.ts"
import { awaitRedis, openRedis } from "../open-redis.ts"
import type { Counted } from "./ask-redis.ts"
import { createAsker } from "./ask-redis.ts"
import type { Allowance, Month, Reading, SharedMeter } from "./meter.ts"
import { monthOf, refusedBy, windowMs } from "./meter.ts"
import type { Floor, PostgresMeter } from "./postgres-meter.ts"
import { followClock } from "./shared-clock.ts"

const commandTimeoutMs = 400
/** Counts are saved in slices, because saving all at once would delay requests. */
const keepMs = 100
const slices = 30
const leastSlice = 20

type Needs = { url: string; channel: string; clock: Clock; log: Log }

/**
 * Counts in Redis; PostgreSQL stores monthly usage, restores it if Redis loses it, and counts while Redis is down.
 * The minute window restarts on each switch. Only one request waits for an unresponsive Redis, for under 0.5 s.
 */
export async function createRedisMeter(
  { url, channel, clock, log }: Needs,
  inPostgres: (floor: Floor) => PostgresMeter,
): Promise<SharedMeter> {
  const redis = openRedis(url, {
    lazyConnect: true,
    connectTimeout: 2000,
    commandTimeout: commandTimeoutMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    retryStrategy: (times: number) => Math.min(times * 100, 1000),
  })
  // Emitted on each failed attempt; the consequence is logged once, below.
  redis.on("error", () => undefined)
  // Waits for Redis, because counting in PostgreSQL first would restart the minute on the switch.
  await awaitRedis(redis)
  /** Last known usage of the month by project; the minimum for a fallback or an empty Redis. */
  const seen = new Map<string, number>()
  const unkept = new Map<string, number>()
  const fallback = inPostgres((projectId) => ({
    month: dayOf(month()),
    used: seen.get(projectId) ?? 0,
  }))
  const shared = await followClock(() => fallback.now(), clock, log)
  let seenMonth = monthOf(shared.now())
  const keptMs = () => month().endsAt.getTime() - shared.now().getTime() + windowMs
  const { ask, add, canAsk } = createAsker({ redis, clock, log, keptMs })

  function month(): Month {
    const now = shared.now()
    if (now >= seenMonth.endsAt || now < seenMonth.startsAt) {
      seen.clear()
      unkept.clear()
      seenMonth = monthOf(now)
    }
    return seenMonth
  }

  function keysOf(projectId: string) {
    const name = `${channel}:meter:${projectId}`
    const monthKey = `${name}:${month().startsAt.toISOString().slice(0, 7)}`
    return { minuteKey: `${name}:minute`, monthKey }
  }

  async function run(projectId: string, allowance: Allowance, isCount: boolean): Promise<Counted> {
    const question = { ...keysOf(projectId), ...allowance, isCount, least: null }
    const counted = await ask(question)
    if (counted.isTaken !== null) return counted
    const kept = await fallback.read(projectId, allowance)
    return ask({ ...question, least: kept.monthUsed })
  }

  async function measure(projectId: string, allowance: Allowance, isCount: boolean) {
    const inPostgres = async () => {
      const reading = await (isCount ? fallback.count : fallback.read)(projectId, allowance)
      month()
      seen.set(projectId, reading.monthUsed)
      return reading
    }
    if (!canAsk()) return inPostgres()
    try {
      const counted = await run(projectId, allowance, isCount)
      const reading = { ...readingOf(counted, allowance, isCount), now: shared.now() }
      seen.set(projectId, reading.monthUsed)
      if (isCount) unkept.set(projectId, reading.monthUsed)
      return reading
    } catch {
      // `ask` logs what is wrong with Redis.
      return inPostgres()
    }
  }

  /** What is not seen was counted in a month that is over. */
  async function addAll(requests: ReadonlyMap<string, number>): Promise<void> {
    month()
    const counted = [...requests].flatMap(([projectId, added]) => {
      const before = seen.get(projectId)
      return before === undefined ? [] : [{ ...keysOf(projectId), projectId, added, before }]
    })
    const used = canAsk() ? await add(counted).catch(() => null) : null
    if (used === null) await fallback.add(requests)
    for (const [at, { projectId, added, before }] of counted.entries()) {
      const monthUsed = used?.[at] ?? before + added
      seen.set(projectId, monthUsed)
      unkept.set(projectId, monthUsed)
    }
    if (used === null) await keep()
  }

  async function keep(most = Infinity): Promise<void> {
    if (unkept.size === 0) return
    const used = new Map([...unkept].slice(0, most))
    for (const projectId of used.keys()) unkept.delete(projectId)
    await fallback.keep(dayOf(seenMonth), used).catch((err: unknown) => {
      for (const [projectId, count] of used) {
        if (!unkept.has(projectId)) unkept.set(projectId, count)
      }
      log.warn({ err }, "could not save request counts")
    })
  }

  let isKeeping = false
  async function keepSlice(): Promise<void> {
    // Slices must not pile up while PostgreSQL is slow.
    if (isKeeping) return
    isKeeping = true
    await keep(Math.max(leastSlice, Math.ceil(unkept.size / slices)))
    isKeeping = false
  }
  const timer = setInterval(() => void keepSlice(), keepMs).unref()
  // Saves at once what Redis may be about to lose.
  redis.on("close", () => void keep())

  return {
    count: (projectId, allowance) => measure(projectId, allowance, true),
    read: (projectId, allowance) => measure(projectId, allowance, false),
    add: addAll,
    async close() {
      clearInterval(timer)
      shared.stop()
      await keep()
      redis.disconnect()
    },
  }
}

/** As a PostgreSQL date. */
const dayOf = ({ startsAt }: Month): string => startsAt.toISOString().slice(0, 10)

function readingOf(
  { isTaken, ...used }: Counted,
  allowance: Allowance,
  isCount: boolean,
): Omit<Reading, "now"> {
  const isRefused = !isCount || isTaken !== true
  return {
    ...used,
    refusedBy: isRefused ? refusedBy(allowance, used.minuteUsed, used.monthUsed) : null,
  }
}
