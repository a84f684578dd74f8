import { once } from "node:events"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { contextFor } from "../src/graphql/kernel/context.ts"
import { ensureCheckPartitions } from "../src/graphql/monitoring/check/check-partition.ts"
import { createKey } from "../src/graphql/workspace/key/create-key.ts"
import { startEmbedded } from "../src/platform/embedded/start-embedded.ts"
import { readEnv } from "../src/platform/env.ts"
import { createLog } from "../src/platform/log.ts"
import { migrate } from "../src/platform/migrate.ts"
import { openServices } from "../src/platform/services.ts"
import type { Signal } from "../src/telemetry/otlp/otlp-error.ts"
import { createStore } from "../src/telemetry/store/store.ts"
import { cpuMsOf } from "./machine.ts"
import { makeProject } from "./notify-data.ts"
import { startServer } from "./server.ts"

export const tableOf = {
  logs: "otel_logs",
  traces: "otel_traces",
  metrics: "otel_metrics_gauge",
} as const

const launcher = join(import.meta.dirname, "../bin/watchkeeper.js")

export type TelemetryStage = Awaited<ReturnType<typeof openTelemetryStage>>

/** A server with its telemetry store and PostgreSQL in a temporary folder. */
export async function openTelemetryStage() {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-bench-"))
  // What monitors check, and what shows the prober that its network is up.
  const target = createServer((_req, res) => res.end("ok")).listen(0, "127.0.0.1")
  await once(target, "listening")
  const { port } = target.address() as AddressInfo
  const env = readEnv({ DATA_DIR: folder, LOG_LEVEL: "error", EGRESS_ANCHORS: "127.0.0.1:1" })
  const embedded = await startEmbedded(env, createLog("error", "bench"))
  await migrate(embedded.connectionString)
  const services = await openServices(env, embedded.connectionString, "bench")
  await ensureCheckPartitions(services.database.pool)
  const server = await startServer(
    "Watchkeeper",
    [process.execPath, launcher, "start", "--json", "--roles", "api,probe,telemetry"],
    {
      DATABASE_URL: embedded.connectionString,
      DATA_DIR: folder,
      PORT: "0",
      HOST: "127.0.0.1",
      LOG_LEVEL: "error",
      EGRESS_ANCHORS: `127.0.0.1:${port}`,
    },
  )
  const store = createStore({ DATA_DIR: folder, CLICKHOUSE_URL: undefined })

  /** The processes of the server, by the name of their role. */
  async function rolePids(): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    for (const pid of await readdir("/proc")) {
      if (!/^\d+$/.test(pid)) continue
      const [line, environment] = await Promise.all([
        readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""),
        readFile(`/proc/${pid}/environ`, "utf8").catch(() => ""),
      ])
      const role = /\0role\0(\w+)/.exec(line)?.[1]
      if (role !== undefined && environment.includes(`DATA_DIR=${folder}`))
        found.set(role, Number(pid))
    }
    return found
  }

  const treeCpuMs = async () =>
    [...(await rolePids())]
      .filter(([role]) => role !== "probe")
      .reduce((sum, [, pid]) => sum + cpuMsOf(pid), 0)

  const count = async (signal: Signal, projectId: string): Promise<number> => {
    const [row] = await store.query<{ rows: number }>(
      `SELECT toUInt32(count()) AS rows FROM ${tableOf[signal]} WHERE ProjectId = {project:UUID}`,
      { project: projectId },
    )
    return row?.rows ?? 0
  }

  async function makeSender() {
    const projectId = await makeProject(services)
    const context = contextFor(services, { kind: "system", name: "bench" })
    const { token } = await createKey(context, { projectId, class: "ingestion", name: "bench" })
    return { projectId, token }
  }

  async function send(
    signal: Signal,
    token: string,
    body: Buffer,
    isJson: boolean,
  ): Promise<number> {
    const begunMs = performance.now()
    const response = await fetch(`${server.address}/api/otlp/v1/${signal}`, {
      method: "POST",
      headers: {
        "x-svc-ingestion-key": token,
        "content-type": isJson ? "application/json" : "application/x-protobuf",
        "content-encoding": "gzip",
      },
      body: new Uint8Array(body),
    })
    await response.arrayBuffer()
    if (response.status === 503) {
      await wait(Number(response.headers.get("retry-after")) * 1000)
      return send(signal, token, body, isJson)
    }
    if (response.status !== 200) throw new Error(`the server answered ${response.status}`)
    return performance.now() - begunMs
  }

  return {
    folder,
    address: server.address,
    targetUrl: `http://127.0.0.1:${port}/`,
    services,
    store,
    rolePids,
    treeCpuMs,
    count,
    makeSender,
    send,
    async stop() {
      await store.close()
      await server.stop()
      target.close()
      await services.close()
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
