import { createHash } from "node:crypto"
import { Redis } from "ioredis"
import { z } from "zod"
import type { Clock } from "../clock.ts"
import type { Log } from "../log.ts"
import type { Allowance, Meter, Month, Reading } from "./meter.ts"
import { monthOf, refusedBy, windowMs } from "./meter.ts"
import type { Floor, PostgresMeter } from "./postgres.ts"

/** After an answer that did not come, PostgreSQL counts for this long before Redis is asked again. */
const distrustMs = 2000
const commandTimeoutMs = 400
const keepMs = 1000

/**
 * One call: nothing comes between reading and counting. KEYS: minute, month. ARGV: per minute, per month,
 * 1 to count, the least that is known of the month or -1, milliseconds until the month's key may go.
 */
const script = `
local minute = tonumber(redis.call('GET', KEYS[1]) or '0')
local month = tonumber(redis.call('GET', KEYS[2]) or '-1')
local least = tonumber(ARGV[4])
if month < 0 and least < 0 then return {-1, 0, 0, 0} end
if month < least then
  month = least
  redis.call('SET', KEYS[2], month, 'PX', ARGV[5])
end
local ends = redis.call('PTTL', KEYS[1])
local taken = 0
if ARGV[3] == '1' and month < tonumber(ARGV[2]) and minute < tonumber(ARGV[1]) then
  taken = 1
  month = redis.call('INCR', KEYS[2])
  minute = redis.call('INCR', KEYS[1])
  if ends < 0 then
    redis.call('PEXPIRE', KEYS[1], ${windowMs})
    ends = ${windowMs}
  end
end
if ends < 0 then ends = ${windowMs} end
return {taken, minute, ends, month}
`

const scriptHash = createHash("sha1").update(script).digest("hex")

/** Whether it was taken (-1: the month is not known), minute, milliseconds of it left, month. */
const answer = z.tuple([z.number(), z.number(), z.number(), z.number()])

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
    // What requests of one turn ask goes out in one write.
    enableAutoPipelining: true,
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

  function month(): Month {
    const now = clock.now()
    if (now >= seenMonth.endsAt || now < seenMonth.startsAt) {
      seen.clear()
      unkept.clear()
      seenMonth = monthOf(now)
    }
    return seenMonth
  }

  async function run(projectId: string, { perMinute, perMonth }: Allowance, isCount: boolean) {
    const { startsAt, endsAt } = month()
    const name = `${channel}:meter:${projectId}`
    const keys = [`${name}:minute`, `${name}:${startsAt.toISOString().slice(0, 7)}`] as const
    const keptMs = endsAt.getTime() - clock.now().getTime() + windowMs
    const ask = async (least: number) => {
      const args = [...keys, perMinute, perMonth, isCount ? 1 : 0, least, keptMs]
      try {
        return answer.parse(await redis.evalsha(scriptHash, keys.length, ...args))
      } catch (error) {
        if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error
        return answer.parse(await redis.eval(script, keys.length, ...args))
      }
    }
    const first = await ask(-1)
    if (first[0] >= 0) return first
    const kept = await fallback.read(projectId, { perMinute, perMonth })
    return ask(kept.monthUsed)
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

  async function keep(): Promise<void> {
    if (unkept.size === 0) return
    const used = new Map(unkept)
    unkept.clear()
    await fallback.keep(used).catch((err: unknown) => {
      for (const [projectId, count] of used) {
        if (!unkept.has(projectId)) unkept.set(projectId, count)
      }
      log.warn({ err }, "could not keep the counts of requests")
    })
  }

  const timer = setInterval(() => void keep(), keepMs).unref()
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

function readingOf(
  [taken, minuteUsed, minuteEndsInMs, monthUsed]: z.output<typeof answer>,
  allowance: Allowance,
  isCount: boolean,
): Reading {
  const isRefused = isCount ? taken === 0 : true
  const refused = isRefused ? refusedBy(allowance, minuteUsed, monthUsed) : null
  return { refusedBy: refused, minuteUsed, minuteEndsInMs, monthUsed }
}
