import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect } from "vitest"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { createStore, type Store } from "../../src/telemetry/store/store.ts"
import { apiEnv, useApi } from "./api.ts"
import { makeProject } from "./world.ts"

const launcher = fileURLToPath(new URL("../../bin/watchkeeper.js", import.meta.url))

/** The role that serves the embedded store, as the supervisor runs it. */
export async function startStoreRole(dataDir: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [launcher, "role", "telemetry"], {
    // A machine whose days are not those of UTC.
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, LOG_LEVEL: "error", TZ: "Asia/Tokyo" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
  const [message] = await once(child, "message")
  if ((message as { kind?: unknown }).kind !== "ready") throw new Error(JSON.stringify(message))
  return child
}

export async function stopStoreRole(
  child: ChildProcess,
  signal: NodeJS.Signals = "SIGKILL",
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, "exit")
  child.kill(signal)
  await ended
}

/**
 * A server with the telemetry store, for the whole file: the one at `CLICKHOUSE_URL` if set, otherwise the embedded
 * one.
 */
export function useTelemetry() {
  const env = { ...apiEnv, CLICKHOUSE_URL: process.env["CLICKHOUSE_URL"] }
  const held: { role?: ChildProcess; store?: Store } = {}
  // Before the server, which reads it at startup.
  beforeAll(async () => {
    env.DATA_DIR = await mkdtemp(join(tmpdir(), "watchkeeper-telemetry-"))
    if (env.CLICKHOUSE_URL === undefined) held.role = await startStoreRole(env.DATA_DIR)
    held.store = createStore(env)
  })
  afterAll(async () => {
    await held.store?.close()
    if (held.role !== undefined) await stopStoreRole(held.role)
    await rm(env.DATA_DIR, { recursive: true, force: true })
  })
  const api = useApi(env)
  return {
    api,
    env,
    held,
    get store(): Store {
      if (held.store === undefined) throw new Error("the store opens in beforeAll")
      return held.store
    },
    async makeSender(plan: "free" | "pro" = "pro") {
      const { id } = await makeProject(api.world, plan)
      const { token } = await createKey(api.world.system, {
        projectId: id,
        class: "ingestion",
        name: "sender",
      })
      return { projectId: id, token }
    },
    /** One request of an exporter. */
    async send(
      signal: string,
      body: Uint8Array<ArrayBuffer> | string | object,
      headers: Record<string, string>,
    ) {
      const isBytes = body instanceof Uint8Array || typeof body === "string"
      return fetch(`${api.address}/api/otlp/v1/${signal}`, {
        method: "POST",
        headers: {
          "content-type":
            body instanceof Uint8Array ? "application/x-protobuf" : "application/json",
          ...headers,
        },
        body: isBytes ? body : JSON.stringify(body),
      })
    },
  }
}

/** Waits until what was sent can be read: the first insert also starts the store and makes its tables. */
export function stored<T>(look: () => T) {
  return expect.poll(look)
}
