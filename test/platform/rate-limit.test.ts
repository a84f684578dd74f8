import { expect, test } from "vitest"
import { createRateLimiter } from "../../src/platform/rate-limit/rate-limiter.ts"
import {
  createSharedRateLimiter,
  deleteExpiredWindows,
} from "../../src/platform/rate-limit/shared-rate-limiter.ts"
import { useWorld } from "../support/world.ts"

const world = useWorld()
const rows = () => world.services.database.prisma.rateLimitWindow

test("attempts are counted across processes, per action and network", async () => {
  const limit = { points: 3, windowMs: 60_000 }
  const [one, other, apart] = [
    createSharedRateLimiter(world.services, "page access", limit),
    createSharedRateLimiter(world.services, "page access", limit),
    createSharedRateLimiter(world.services, "subscribe", limit),
  ]
  expect([
    await one.consume("203.0.113.7"),
    await other.consume("203.0.113.7"),
    await one.consume("203.0.113.7"),
  ]).toEqual([0, 0, 0])
  const waitMs = await other.consume("203.0.113.7")
  expect(waitMs).toBeGreaterThan(50_000)
  expect(waitMs).toBeLessThanOrEqual(60_000)
  expect(await other.consume("203.0.113.8")).toBe(0)
  expect(await apart.consume("203.0.113.7")).toBe(0)

  // A new process sees the count too; it resets when the window ends.
  const fresh = createSharedRateLimiter(world.services, "page access", limit)
  expect(await fresh.consume("203.0.113.7")).toBeGreaterThan(0)
  await rows().updateMany({ data: { endsAt: new Date(Date.now() - 1) } })
  expect(
    await createSharedRateLimiter(world.services, "page access", limit).consume("203.0.113.7"),
  ).toBe(0)
})

test("addresses are stored as hashes, and expired counts are deleted", async () => {
  await rows().deleteMany()
  const limiter = createSharedRateLimiter(world.services, "page access", {
    points: 3,
    windowMs: 60_000,
  })
  await limiter.consume("203.0.113.7")
  const [row] = await rows().findMany()
  expect(Buffer.from(row?.key ?? []).toString("latin1")).not.toContain("203.0.113.7")
  await deleteExpiredWindows(world.services.database.pool)
  expect(await rows().count()).toBe(1)
  await rows().updateMany({ data: { endsAt: new Date(Date.now() - 1) } })
  await deleteExpiredWindows(world.services.database.pool)
  expect(await rows().count()).toBe(0)
})

test("a flood is refused without a database query per attempt", async () => {
  await rows().deleteMany()
  const limiter = createSharedRateLimiter(world.services, "flood", { points: 3, windowMs: 60_000 })
  for (let at = 0; at < 100; at += 1) await limiter.consume("203.0.113.9")
  expect(await rows().findMany({ select: { tries: true } })).toEqual([{ tries: 3 }])
})

test("a local limiter counts points in a window that starts with the first", () => {
  let nowMs = 5000
  const clock = { now: () => new Date(0), monotonicMs: () => nowMs }
  const limiter = createRateLimiter(clock, { points: 10, windowMs: 1000 })
  expect([limiter.read("a"), limiter.consume("a", 4), limiter.consume("a", 6)]).toEqual([0, 0, 0])
  expect(limiter.read("a")).toBe(0)
  nowMs += 250
  expect([limiter.consume("a"), limiter.read("a"), limiter.consume("b")]).toEqual([750, 750, 0])
  nowMs += 750
  expect([limiter.read("a"), limiter.consume("a", 11), limiter.read("a")]).toEqual([0, 1000, 1000])
})

test("beyond ten thousand keys the oldest is dropped", () => {
  const clock = { now: () => new Date(0), monotonicMs: () => 0 }
  const limiter = createRateLimiter(clock, { points: 1, windowMs: 1000 })
  for (const key of ["first", "first", "second"]) limiter.consume(key)
  for (let at = 0; at < 9999; at += 1) limiter.consume(`${at}`)
  expect([limiter.read("first"), limiter.consume("second")]).toEqual([0, 1000])
})
