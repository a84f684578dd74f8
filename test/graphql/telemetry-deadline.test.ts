import { afterEach, expect, test, vi } from "vitest"
import { readTelemetry } from "../../src/graphql/telemetry/telemetry-store.ts"
import { apiEnv } from "../support/api.ts"

afterEach(() => {
  vi.useRealTimers()
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
  const answer = await readTelemetry({ env: apiEnv }, () => Promise.resolve("rows"))
  expect([answer, vi.getTimerCount()]).toEqual(["rows", 0])
})
