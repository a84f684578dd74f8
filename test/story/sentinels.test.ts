import { randomUUID } from "node:crypto"
import { once } from "node:events"
import type { Redis } from "ioredis"
import { expect, onTestFinished, test, vi } from "vitest"
import { createRedisBus } from "../../src/platform/bus/redis-bus.ts"
import { readEnv } from "../../src/platform/env.ts"
import { createLog } from "../../src/platform/log.ts"
import { openRedis } from "../../src/platform/open-redis.ts"
import { startSentinels } from "../support/sentinel.ts"
import { patience } from "../support/patience.ts"

test.each([
  ["Redis", "redis-server", "redis-server"],
  ["Valkey", "valkey-server", "valkey-server"],
])(
  "%s with Sentinels: messages arrive again after the primary died",
  async (...[, program, debianPackage]) => {
    const sentinels = await startSentinels(program, debianPackage)
    onTestFinished(() => sentinels.stop())
    expect(readEnv({ REDIS_URL: sentinels.url }).REDIS_URL).toBe(sentinels.url)
    const log = createLog("silent", "test")
    const channel = randomUUID()
    const [one, other] = [
      await createRedisBus(sentinels.url, channel, log),
      await createRedisBus(sentinels.url, channel, log),
    ]
    onTestFinished(async () => {
      await one.close()
      await other.close()
    })
    const heard: string[] = []
    let gaps = 0
    other.subscribe("monitor.check_requested", ({ monitorId }) => heard.push(monitorId))
    other.onGap(() => (gaps += 1))
    const say = async () => {
      const monitorId = randomUUID()
      await one.publish([
        { topic: "monitor.check_requested", payload: { projectId: randomUUID(), monitorId } },
      ])
      return monitorId
    }
    const first = await say()
    await vi.waitFor(() => expect(heard).toContain(first), patience)
    await sentinels.killPrimary()
    await vi.waitFor(async () => {
      const id = await say()
      await vi.waitFor(() => expect(heard).toContain(id), { timeout: 500, interval: 10 })
    }, patience)
    expect(gaps).toBeGreaterThan(0)
  },
)

test("a client whose attempt is interrupted while it asks a Sentinel connects again", async () => {
  const sentinels = await startSentinels("redis-server", "redis-server")
  onTestFinished(() => sentinels.stop())
  const options = { lazyConnect: true, commandTimeout: 2000, retryStrategy: () => 10 }
  const open = (): Redis => {
    const redis = openRedis(sentinels.url, options)
    redis.on("error", () => undefined)
    onTestFinished(() => redis.disconnect())
    return redis
  }
  const redis = open()
  const connected = redis.connect()
  redis.disconnect(true)
  await expect(connected).rejects.toThrow("Connection is closed")
  await once(redis, "ready")
  expect(await redis.ping()).toBe("PONG")
  // Closing it is no interruption, not even now.
  const closed = open()
  const ended = once(closed, "end")
  const opened = closed.connect()
  closed.disconnect()
  await expect(opened).rejects.toThrow("Connection is closed")
  await ended
  await redis.ping()
  expect(closed.status).toBe("end")
})
