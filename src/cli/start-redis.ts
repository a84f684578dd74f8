import type { Env } from "../platform/env.ts"
import { redisHosts } from "../platform/redis-url.ts"

/**
 * A warning if Redis is configured but does not respond; null otherwise. Never throws; waits at most two seconds.
 */
export async function redisTrouble({ REDIS_URL }: Pick<Env, "REDIS_URL">): Promise<string | null> {
  if (REDIS_URL === undefined) return null
  const { openRedis } = await import("../platform/open-redis.ts")
  const redis = openRedis(REDIS_URL, {
    lazyConnect: true,
    connectTimeout: 2000,
    commandTimeout: 2000,
    maxRetriesPerRequest: 1,
    retryStrategy: () => null,
    sentinelRetryStrategy: () => null,
  })
  let last = "no response"
  redis.on("error", (error) => {
    last = error.message || last
  })
  try {
    await redis.connect()
    await redis.ping()
    return null
  } catch (error) {
    const said = error instanceof Error && error.message !== "" ? error.message : last
    return (
      `REDIS_URL: the Redis at ${redisHosts(REDIS_URL)} is unavailable (${said}). Everything works ` +
      "without it, but live updates are polled until it is back."
    )
  } finally {
    redis.disconnect()
  }
}
