import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { createStore } from "../../src/telemetry/store/store.ts"
import { startStoreRole, stopStoreRole } from "../support/telemetry.ts"

test("a store that stops while rows arrive and parts are merged ends without a crash", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "watchkeeper-stop-"))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const role = await startStoreRole(dataDir)
  onTestFinished(() => stopStoreRole(role))
  const store = createStore({ DATA_DIR: dataDir, CLICKHOUSE_URL: undefined })
  onTestFinished(() => store.close())
  await store.ready()
  const ended = once(role, "exit")
  let inserts = 0
  async function insertUntilRefused(): Promise<void> {
    for (;;) {
      await store.command(
        `INSERT INTO otel_logs (ProjectId, RetentionDays, Timestamp, ServiceName, Body)
         SELECT generateUUIDv4(), 30, now64(9), 'cart', toString(number) FROM numbers(50000)`,
      )
      inserts += 1
      if (inserts === 6) role.kill("SIGTERM")
    }
  }
  const writers = await Promise.allSettled([1, 2, 3].map(() => insertUntilRefused()))
  expect(writers.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"])
  expect(await ended).toEqual([0, null])
})
