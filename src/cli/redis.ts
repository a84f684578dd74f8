import { Redis } from "ioredis"
import type { Env } from "../env.ts"

/** Null where there is no Redis to reach or it answers; else a sentence. Never throws, waits two seconds at most. */
export async function redisTrouble({ REDIS_URL }: Pick<Env, "REDIS_URL">): Promise<string | null> {
  if (REDIS_URL === undefined) return null
  const redis = new Redis(REDIS_URL, {
    lazyConnect: true,
    connectTimeout: 2000,
    commandTimeout: 2000,
    maxRetriesPerRequest: 1,
    retryStrategy: () => null,
  })
  let last = "it does not answer"
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
      `REDIS_URL: the Redis at ${new URL(REDIS_URL).host} cannot be used (${said}). Everything works ` +
      "without it, but live updates come by polling until it is back."
    )
  } finally {
    redis.disconnect()
  }
}
