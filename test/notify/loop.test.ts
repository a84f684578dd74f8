import { expect, test, vi } from "vitest"
import { createLog } from "../../src/platform/log.ts"
import { startLoop } from "../../src/platform/loop.ts"

const silent = createLog("silent", "test")
const never = 3_600_000

/** Calls that a test can await one after the other. */
function createRounds() {
  let count = 0
  let waiting: { upTo: number; resolve(): void } | null = null
  return {
    count: () => count,
    next() {
      count += 1
      if (waiting !== null && count >= waiting.upTo) waiting.resolve()
    },
    reach: (upTo: number) =>
      new Promise<void>((resolve) => {
        if (count >= upTo) resolve()
        else waiting = { upTo, resolve }
      }),
  }
}

test("a nudge starts a run at once, and one during a run starts another after it", async () => {
  const rounds = createRounds()
  const gate = Promise.withResolvers<void>()
  const loop = startLoop(silent, "test", never, async () => {
    rounds.next()
    if (rounds.count() === 2) await gate.promise
  })
  await rounds.reach(1)
  await new Promise(setImmediate)
  loop.nudge()
  await rounds.reach(2)
  loop.nudge()
  gate.resolve()
  await rounds.reach(3)
  await loop.stop()
  expect(rounds.count()).toBe(3)
})

test("stop waits for the current run and starts no other", async () => {
  const gate = Promise.withResolvers<void>()
  const rounds = createRounds()
  const loop = startLoop(silent, "test", 0, async (isStopping) => {
    rounds.next()
    await gate.promise
    expect(isStopping()).toBe(true)
  })
  await rounds.reach(1)
  const stopped = loop.stop()
  gate.resolve()
  await stopped
  expect(rounds.count()).toBe(1)
})

test("a series of failures is logged once when it starts and once when it ends", async () => {
  const log = createLog("silent", "test")
  const error = vi.spyOn(log, "error")
  const info = vi.spyOn(log, "info")
  const rounds = createRounds()
  const loop = startLoop(log, "outbox", never, async () => {
    rounds.next()
    await Promise.resolve()
    if (rounds.count() <= 3) throw new Error("the database is away")
  })
  await rounds.reach(4)
  await loop.stop()
  expect(error.mock.calls).toEqual([
    [{ err: new Error("the database is away") }, "outbox: failed; retrying until it succeeds"],
  ])
  expect(info.mock.calls).toEqual([[{ failures: 3 }, "outbox: recovered"]])
})
