import { createHash } from "node:crypto"
import type { Redis } from "ioredis"
import { z } from "zod"
import { windowMs } from "./meter.ts"

/** What one request wants to know of its project. */
type Question = {
  minuteKey: string
  monthKey: string
  perMinute: number
  perMonth: number
  isCount: boolean
  /** The least that is known of the month from elsewhere; null where nothing is. */
  least: number | null
}

export type Told = {
  /** Null where Redis does not know the month, so that `least` must be given. */
  isTaken: boolean | null
  minuteUsed: number
  minuteEndsInMs: number
  monthUsed: number
}

/**
 * One call for all requests of a turn, and nothing comes between reading and counting. ARGV: milliseconds until
 * a month's key may go; then for each pair of keys: per minute, per month, 1 to count, the least or -1.
 */
const script = `
local told = {}
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
  for _, number in ipairs({taken, minute, ends, month}) do told[#told + 1] = number end
end
return told
`

const scriptHash = createHash("sha1").update(script).digest("hex")
const numbers = z.array(z.number())

type Waiting = PromiseWithResolvers<Told> & { question: Question }

/** Asks Redis, one call at a time; what is asked meanwhile goes out together with the next. */
export function createAsker(redis: Redis, keptMs: () => number) {
  let waiting: Waiting[] = []
  let isAsking = false

  async function call(batch: Waiting[]): Promise<number[]> {
    const questions = batch.map(({ question }) => question)
    const args = [
      ...questions.flatMap(({ minuteKey, monthKey }) => [minuteKey, monthKey]),
      keptMs(),
      ...questions.flatMap(({ perMinute, perMonth, isCount, least }) => [
        perMinute,
        perMonth,
        isCount ? 1 : 0,
        least ?? -1,
      ]),
    ]
    try {
      return numbers.parse(await redis.evalsha(scriptHash, batch.length * 2, ...args))
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error
      return numbers.parse(await redis.eval(script, batch.length * 2, ...args))
    }
  }

  async function send(): Promise<void> {
    const batch = waiting
    waiting = []
    isAsking = true
    try {
      const told = await call(batch)
      for (const [index, { resolve }] of batch.entries()) {
        const [taken = -1, minuteUsed = 0, minuteEndsInMs = 0, monthUsed = 0] = told.slice(
          index * 4,
          index * 4 + 4,
        )
        resolve({ isTaken: taken < 0 ? null : taken === 1, minuteUsed, minuteEndsInMs, monthUsed })
      }
    } catch (error) {
      for (const { reject } of [...batch, ...waiting]) reject(error)
      waiting = []
    }
    isAsking = false
    if (waiting.length > 0) void send()
  }

  return (question: Question): Promise<Told> => {
    const one = { ...Promise.withResolvers<Told>(), question }
    if (waiting.length === 0 && !isAsking) setImmediate(() => void send())
    waiting.push(one)
    return one.promise
  }
}
