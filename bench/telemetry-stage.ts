import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as wait } from "node:timers/promises"
import { contextFor } from "../src/graphql/kernel/context.ts"
import { createKey } from "../src/graphql/workspace/key/create-key.ts"
import type { Signal } from "../src/telemetry/otlp/otlp-error.ts"
import { createStore } from "../src/telemetry/store/store.ts"
import { openInstallation } from "./installed.ts"
import { makeProject } from "./notify-data.ts"
import { pidOfRole } from "./process-tree.ts"
import { titleOf } from "./redis.ts"

export const tableOf = {
  logs: "otel_logs",
  traces: "otel_traces",
  metrics: "otel_metrics_gauge",
} as const

/** A project and its ingestion key. */
export type Sender = { projectId: string; token: string }

export type TelemetryStage = Awaited<ReturnType<typeof openTelemetryStage>>

/** The product with its telemetry store, as `watchkeeper start` runs it. */
export async function openTelemetryStage(settings: Record<string, string>, bus: string) {
  // What monitors check, and what shows the prober that its network is up.
  const target = createServer((_req, res) => res.end("ok")).listen(0, "127.0.0.1")
  await once(target, "listening")
  const { port } = target.address() as AddressInfo
  const installation = await openInstallation({
    ...settings,
    EGRESS_ANCHORS: `127.0.0.1:${port}`,
  })
  const { folder, services } = installation
  const server = await installation.startAll()
  const store = createStore({ DATA_DIR: folder, CLICKHOUSE_URL: undefined })
  installation.atStop(() => store.close())

  const count = async (signal: Signal, projectId: string): Promise<number> => {
    const [row] = await store.query<{ rows: number }>(
      `SELECT toUInt32(count()) AS rows FROM ${tableOf[signal]} WHERE ProjectId = {project:UUID}`,
      { project: projectId },
    )
    return row?.rows ?? 0
  }

  async function makeSender(): Promise<Sender> {
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
    /** The head of a table, with the bus. */
    titled: (what: string) => titleOf(what, bus),
    folder,
    address: server.address,
    targetUrl: `http://127.0.0.1:${port}/`,
    services,
    store,
    /** Of the role that serves the store, which starts with the first request. */
    pid: () => pidOfRole(server.launcherPid, "telemetry"),
    cpuMs: server.cpuMs,
    count,
    makeSender,
    send,
    async stop() {
      await installation.stop()
      target.close()
    },
  }
}
