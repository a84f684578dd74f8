import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { createStore } from "../../src/telemetry/store/store.ts"
import { startStoreRole, stopStoreRole } from "../support/telemetry.ts"

const run = promisify(execFile)
const project = "019f0000-0000-7000-8000-00000000f1f1"

/** Data folders of engine versions that were released; add one before the engine is upgraded. */
const versions = ["26.7"]

test.each(versions)(
  "the data folder of engine %s opens, migrates, and has its rows and rollups",
  async (version) => {
    const dataDir = await mkdtemp(join(tmpdir(), "watchkeeper-upgrade-"))
    const archive = join(import.meta.dirname, `fixtures/store-${version}.tar.gz`)
    await run("tar", ["-xzf", archive, "-C", dataDir])
    const role = await startStoreRole(dataDir)
    const store = createStore({ DATA_DIR: dataDir, CLICKHOUSE_URL: undefined })
    try {
      await store.ready()
      const read = (sql: string) =>
        store.query(`${sql} WHERE ProjectId = {project:UUID}`, { project })
      expect(
        await read(
          "SELECT toString(toUnixTimestamp64Nano(Timestamp)) AS at, Body, LogAttributes FROM otel_logs",
        ),
      ).toEqual([
        { at: "1795521600123456789", Body: "payment failed", LogAttributes: { "order.id": "42" } },
      ])
      expect(
        await read("SELECT SpanName, toUInt32(Duration) AS duration FROM otel_traces"),
      ).toEqual([{ SpanName: "POST /pay", duration: 5_000_000 }])
      expect(await read("SELECT MetricName, Value FROM otel_metrics_gauge")).toEqual([
        { MetricName: "queue.length", Value: 7 },
      ])
      expect(
        await read(
          "SELECT toUInt32(sum(Calls)) AS calls, toUInt32(sum(Errors)) AS errors FROM wk_red_1m",
        ),
      ).toEqual([{ calls: 1, errors: 1 }])
    } finally {
      await store.close()
      await stopStoreRole(role)
      await rm(dataDir, { recursive: true, force: true })
    }
  },
)
