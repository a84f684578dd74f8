import { createHash } from "node:crypto"
import type { Redis } from "ioredis"
import { z } from "zod"
import { createBatcher } from "../batch.ts"
import type { Clock } from "../clock.ts"
import type { Log } from "../log.ts"
import { windowMs } from "./meter.ts"

type Keys = { minuteKey: string; monthKey: string }

/** A request to count or read one project's usage. */
type Question = Keys & {
  perMinute: number
  perMonth: number
  isCount: boolean
  /** Minimum usage of the month known from elsewhere; null if none. */
  least: number | null
}

/** Requests of a project that were counted elsewhere, after `before` in this month. */
export type Addition = Keys & { added: number; before: number }

export type Counted = {
  /** Null if Redis does not know the month and needs `least`. */
  isTaken: boolean | null
  minuteUsed: number
  minuteEndsInMs: number
  monthUsed: number
}

/**
 * One script call for all requests of a tick, so that reading and counting are atomic. ARGV: milliseconds until a
 * month's key expires; then for each pair of keys: per minute, per month, 1 to count, minimum or -1.
 */
const script = `
local result = {}
for i = 1, #KEYS / 2 do
  local minuteKey, monthKey, at = KEYS[i * 2 - 1], KEYS[i * 2], i * 4 - 2
  local minute = tonumber(redis.call('GET', minuteKey) or '0')
  local month = tonumber(redis.call('GET', monthKey) or '-1')
  local least = tonumber(ARGV[at + 3])
  local taken, ends = -1, 0
  if month >= 0 or least >= 0 then
    if month < least then
      month = least
      redis.call('SET', monthKey, month, 'PX', ARGV[1])
    end
    taken, ends = 0, redis.call('PTTL', minuteKey)
    if ARGV[at + 2] == '1' and month < tonumber(ARGV[at + 1]) and minute < tonumber(ARGV[at]) then
      taken = 1
      month = redis.call('INCR', monthKey)
      minute = redis.call('INCR', minuteKey)
      if ends < 0 then redis.call('PEXPIRE', minuteKey, ${windowMs}) end
    end
    if ends < 0 then ends = ${windowMs} end
  end
  for _, number in ipairs({taken, minute, ends, month}) do result[#result + 1] = number end
end
return result
`

/**
 * Adds requests that were counted elsewhere. ARGV: milliseconds until a month's key expires; then for each pair of
 * keys: requests, usage of the month before them. A minute that has ended meanwhile is left out.
 */
const addScript = `
local result = {}
for i = 1, #KEYS / 2 do
  local minuteKey, monthKey, added = KEYS[i * 2 - 1], KEYS[i * 2], ARGV[i * 2]
  local month = tonumber(redis.call('GET', monthKey) or '-1')
  if month < tonumber(ARGV[i * 2 + 1]) then redis.call('SET', monthKey, ARGV[i * 2 + 1], 'PX', ARGV[1]) end
  if redis.call('EXISTS', minuteKey) == 1 then redis.call('INCRBY', minuteKey, added) end
  result[i] = redis.call('INCRBY', monthKey, added)
end
return result
`

const hashOf = (script: string) => createHash("sha1").update(script).digest("hex")
const hashes = new Map([script, addScript].map((one) => [one, hashOf(one)]))
const numbers = z.array(z.number())

/** After a timeout, PostgreSQL counts for this long before Redis is tried again. */
const distrustMs = 2000

type Needs = { redis: Redis; clock: Clock; log: Log; keptMs: () => number }

/** Calls Redis, one script at a time; requests that arrive meanwhile go into the next call. */
export function createAsker({ redis, clock, log, keptMs }: Needs) {
  let distrustedUntilMs = 0
  const canAsk = () => redis.status === "ready" && clock.monotonicMs() >= distrustedUntilMs

  async function call(script: string, keys: Keys[], args: number[]): Promise<number[]> {
    const names = keys.flatMap(({ minuteKey, monthKey }) => [minuteKey, monthKey])
    const values = [names.length, ...names, keptMs(), ...args] as const
    try {
      return numbers.parse(await redis.evalsha(hashes.get(script) ?? "", ...values))
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error
      return numbers.parse(await redis.eval(script, ...values))
    }
  }

  /** Requests that waited for a failed call must not wait for another one. */
  async function trust<T>(work: () => Promise<T>): Promise<T> {
    if (!canAsk()) throw new Error("Redis does not respond")
    try {
      return await work()
    } catch (err) {
      log.warn({ err }, "Redis is not counting requests; PostgreSQL counts them meanwhile")
      distrustedUntilMs = clock.monotonicMs() + distrustMs
      throw err
    }
  }

  const ask = createBatcher(
    (questions: Question[]): Promise<Counted[]> =>
      trust(async () => {
        const args = questions.flatMap(({ perMinute, perMonth, isCount, least }) => [
          perMinute,
          perMonth,
          isCount ? 1 : 0,
          least ?? -1,
        ])
        const counted = await call(script, questions, args)
        return questions.map((_, at) => {
          const [taken = -1, minuteUsed = 0, minuteEndsInMs = 0, monthUsed = 0] = counted.slice(
            at * 4,
            at * 4 + 4,
          )
          const isTaken = taken < 0 ? null : taken === 1
          return { isTaken, minuteUsed, minuteEndsInMs, monthUsed }
        })
      }),
    Infinity,
  )

  /** @returns the usage of each one's month. */
  const add = (additions: Addition[]): Promise<number[]> =>
    trust(() =>
      call(
        addScript,
        additions,
        additions.flatMap(({ added, before }) => [added, before]),
      ),
    )

  return { ask, add, canAsk }
}
