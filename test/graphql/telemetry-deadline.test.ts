import { afterEach, expect, test, vi } from "vitest"
import { readTelemetry } from "../../src/graphql/telemetry/telemetry-store.ts"
import { apiEnv } from "../support/api.ts"

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test("a store that hangs keeps a reader waiting for twelve seconds at most", async () => {
  vi.useFakeTimers()
  const hung = new Promise<never>(() => undefined)
  const outcome = readTelemetry({ env: apiEnv }, () => hung).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(12_000)
  expect(await outcome).toMatchObject({
    code: "unavailable",
    message: "The telemetry store does not answer. Try again in a few seconds.",
  })
})

test("the timer of a read that ended is cleared", async () => {
  // By its own timer: others of this process may run at the same time.
  const set = vi.spyOn(globalThis, "setTimeout")
  const cleared = vi.spyOn(globalThis, "clearTimeout")
  expect(await readTelemetry({ env: apiEnv }, () => Promise.resolve("rows"))).toBe("rows")
  const at = set.mock.calls.findIndex(([, ms]) => ms === 12_000)
  expect(at).not.toBe(-1)
  expect(cleared).toHaveBeenCalledWith(set.mock.results[at]?.value)
})
