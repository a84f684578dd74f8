import { setTimeout as sleep } from "node:timers/promises"
import { Redis } from "ioredis"
import type { RedisOptions } from "ioredis"
import { readSentinelUrl } from "./redis-url.ts"

const startMs = 3000

/** A client of the Redis at `url`, or of the primary that the Sentinels at `url` name. */
export function openRedis(url: string, options: Omit<RedisOptions, "replyMapping">): Redis {
  const sentinel = readSentinelUrl(url)
  if (sentinel === null) return new Redis(url, options)
  return new Redis({
    // Reconnects as soon as the Sentinels announce another primary.
    failoverDetector: true,
    sentinelCommandTimeout: 2000,
    // Null would end the client for good once it has asked each Sentinel.
    sentinelRetryStrategy: (times) => Math.min(times * 100, 1000),
    ...options,
    ...sentinel,
  })
}

/** Waits for the first connection, but not long: the client goes on trying. */
export async function awaitRedis(redis: Redis): Promise<void> {
  const connected = redis.connect().catch(() => undefined)
  await Promise.race([connected, sleep(startMs, undefined, { ref: false })])
}
