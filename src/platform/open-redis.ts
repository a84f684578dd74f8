import { setTimeout as sleep } from "node:timers/promises"
import { Redis, type RedisOptions } from "ioredis"
import { readSentinelUrl } from "./redis-url.ts"

const startMs = 3000

/** A client of the Redis at `url`, or of the primary that the Sentinels at `url` name. */
export function openRedis(url: string, options: Omit<RedisOptions, "replyMapping">): Redis {
  const sentinel = readSentinelUrl(url)
  if (sentinel === null) return new Redis(url, options)
  return new SentinelRedis({
    // Reconnects as soon as the Sentinels announce another primary.
    failoverDetector: true,
    sentinelCommandTimeout: 2000,
    // Null would end the client for good once it has asked each Sentinel.
    sentinelRetryStrategy: (times) => Math.min(times * 100, 1000),
    ...options,
    ...sentinel,
  })
}

/**
 * ioredis ends a client for good if its attempt is interrupted while it asks a Sentinel, for example because another
 * Sentinel announces the new primary at that moment. This one tries again, as after a lost connection.
 */
class SentinelRedis extends Redis {
  #isClosed = false

  constructor(options: Omit<RedisOptions, "replyMapping">) {
    super(options)
    this.on("end", () => this.#tryAgain())
  }

  override disconnect(reconnect = false): void {
    if (!reconnect) this.#isClosed = true
    super.disconnect(reconnect)
  }

  #tryAgain(): void {
    const delayMs = this.options.retryStrategy?.(1)
    if (this.#isClosed || typeof delayMs !== "number") return
    setTimeout(() => {
      // A failure is also emitted as "error", and as another "end".
      if (!this.#isClosed) this.connect().catch(() => undefined)
    }, delayMs)
  }
}

/** Waits for the first connection, but not long: the client goes on trying. */
export async function awaitRedis(redis: Redis): Promise<void> {
  const connected = redis.connect().catch(() => undefined)
  await Promise.race([connected, sleep(startMs, undefined, { ref: false })])
}
