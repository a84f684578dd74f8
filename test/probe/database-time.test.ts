import { expect, test } from "vitest"
import { createDatabaseTime } from "../../src/probe/database-time.ts"
import { useWorld } from "../support/world.ts"

const world = useWorld()

/** The database's time, with a monotonic clock controlled by the test. */
async function makeTime() {
  let nowMs = 0
  const clock = { ...world.services.clock, monotonicMs: () => nowMs }
  const time = await createDatabaseTime(world.services.database.pool, clock)
  const start = time.now().getTime()
  const sinceMs = () => time.unbrokenSince().getTime() - start
  return {
    /** Reads the time again, this much later by both clocks unless given otherwise. */
    read(afterMs: number, byDatabaseMs = afterMs) {
      const at = new Date(time.now().getTime() + byDatabaseMs)
      nowMs += afterMs
      time.set(at)
      return sinceMs()
    },
    nowMs: () => time.now().getTime() - start,
  }
}

test("readings without a break are one period, also if one was slow", async () => {
  const { read } = await makeTime()
  expect([1000, 1000, 10_000, 1000].map((ms) => read(ms))).toEqual([0, 0, 0, 0])
  expect(read(8000, 1000)).toBe(0)
  expect(read(1000, 8000)).toBe(0)
})

test("an unavailable database, a sleeping machine and a clock set back start a new period", async () => {
  const { read, nowMs } = await makeTime()
  expect(read(60_000)).toBe(60_000)
  expect(read(1000)).toBe(60_000)
  // While asleep, the monotonic clock stood still.
  expect(read(1000, 3_600_000)).toBe(3_661_000)
  expect(nowMs()).toBe(3_661_000)
  expect(read(1000, -7_200_000)).toBe(nowMs())
})
