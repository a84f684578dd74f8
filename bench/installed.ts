import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { startEmbedded } from "../src/platform/embedded/start-embedded.ts"
import { readEnv } from "../src/platform/env.ts"
import { createLog } from "../src/platform/log.ts"
import { openServices, type Services } from "../src/platform/services.ts"
import { cpuMsOfTree, pidOfRole, postmasterOf } from "./process-tree.ts"
import { startServer, type Server } from "./server.ts"

const launcher = join(import.meta.dirname, "../bin/watchkeeper.js")

/** `pid` is the api role's; `cpuMs` counts all processes. */
export type Installed = Server & {
  launcherPid: number
  /** Time from the start until it was healthy, in milliseconds. */
  startMs: number
}

/** Starts the product as `watchkeeper start` does: all roles and the embedded PostgreSQL, not pinned to cores. */
export async function startInstalled(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<Installed> {
  const begun = performance.now()
  const child = spawn(process.execPath, [launcher, "start", "--json"], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: "0",
      HOST: "127.0.0.1",
      LOG_LEVEL: "error",
      MONITOR_PRIVATE: "127.0.0.0/8",
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const { pid: launcherPid } = child
  if (launcherPid === undefined) throw new Error("the product did not start")
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string]
  const { address } = JSON.parse(line) as { address: string }
  const health = await fetch(`${address}/api/health`)
  await health.body?.cancel()
  return {
    name: "Watchkeeper",
    address,
    pid: pidOfRole(launcherPid, "api"),
    launcherPid,
    startMs: performance.now() - begun,
    cpuMs: () => cpuMsOfTree(launcherPid),
    send: () => undefined,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, "exit")
      child.kill("SIGTERM")
      await ended
    },
  }
}

/** The services of a running installation, for a benchmark that fills its database. */
export async function joinInstalled(
  dataDir: string,
): Promise<{ services: Services; connectionString: string; leave(): Promise<void> }> {
  const env = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: "error" })
  const embedded = await startEmbedded(env, createLog("error", "bench"))
  const services = await openServices(env, embedded.connectionString, "bench")
  return {
    services,
    connectionString: embedded.connectionString,
    async leave() {
      await services.close()
      await embedded.stop()
    },
  }
}

/** A baseline beside an installation, on the same database; its CPU contains that of PostgreSQL. */
export async function startBeside(
  dataDir: string,
  file: string,
  env: Record<string, string>,
): Promise<Server> {
  const bare = await startServer("bare", [process.execPath, join(import.meta.dirname, file)], env)
  return { ...bare, cpuMs: () => cpuMsOfTree(bare.pid) + cpuMsOfTree(postmasterOf(dataDir)) }
}
