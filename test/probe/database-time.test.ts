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
  return {
    /** Reads the time again, this much later by both clocks unless given otherwise. */
    read(afterMs: number, byDatabaseMs = afterMs) {
      const at = new Date(time.now().getTime() + byDatabaseMs)
      nowMs += afterMs
      time.set(at)
      return time.now().getTime() - start
    },
  }
}

test("the time follows the monotonic clock, and a slow reading changes nothing", async () => {
  const { read } = await makeTime()
  expect([1000, 1000, 10_000].map((ms) => read(ms))).toEqual([1000, 2000, 12_000])
  expect(read(4000, 1000)).toBe(16_000)
})

test("a machine that slept and a clock set back are corrected by the next reading", async () => {
  const { read } = await makeTime()
  // While asleep, the monotonic clock stood still.
  expect(read(1000, 3_600_000)).toBe(3_600_000)
  expect(read(1000, -7_200_000)).toBe(-3_600_000)
})
