import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { ensureCheckPartitions } from "../src/graphql/monitoring/check/check-partition.ts"
import { startEmbedded } from "../src/platform/embedded/start-embedded.ts"
import { readEnv } from "../src/platform/env.ts"
import { createLog } from "../src/platform/log.ts"
import { migrate } from "../src/platform/migrate.ts"
import { openServices, type Services } from "../src/platform/services.ts"
import { cpuMsOfTree, pidOfRole, postmasterOf } from "./process-tree.ts"
import { startServer, type Server } from "./server.ts"

const launcher = join(import.meta.dirname, "../bin/watchkeeper.js")
const common = {
  PORT: "0",
  HOST: "127.0.0.1",
  LOG_LEVEL: "error",
  MONITOR_PRIVATE: "127.0.0.0/8",
}

type Settings = Record<string, string>

/** `pid` is the api role's; `cpuMs` counts all processes, PostgreSQL among them. */
export type Installed = Server & {
  launcherPid: number
  /** Time from the start until it was healthy, in milliseconds. */
  startMs: number
}

/** Starts the product as `watchkeeper start` does: all roles and the embedded PostgreSQL, not pinned to cores. */
export async function startInstalled(dataDir: string, settings: Settings = {}): Promise<Installed> {
  const begun = performance.now()
  const child = spawn(process.execPath, [launcher, "start", "--json"], {
    env: { ...process.env, ...common, DATA_DIR: dataDir, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const { pid: launcherPid } = child
  if (launcherPid === undefined) throw new Error("the product did not start")
  const end = () => void child.kill("SIGTERM")
  process.once("exit", end)
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
    cpuMs: () => cpuMsOfTree(launcherPid, postmasterOf(dataDir)),
    send: () => undefined,
    async stop() {
      process.off("exit", end)
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, "exit")
      child.kill("SIGTERM")
      await ended
    },
  }
}

type Joined = { services: Services; connectionString: string; leave(): Promise<void> }

/** The services of an installation, which may be running, for a benchmark that fills its database. */
export async function joinInstalled(dataDir: string, settings: Settings = {}): Promise<Joined> {
  const env = readEnv({
    LOG_LEVEL: "error",
    EGRESS_ANCHORS: "127.0.0.1:1",
    ...settings,
    DATA_DIR: dataDir,
  })
  const embedded = await startEmbedded(env, createLog("error", "bench"))
  await migrate(embedded.connectionString)
  const services = await openServices(env, embedded.connectionString, "bench")
  await ensureCheckPartitions(services.database.pool)
  return {
    services,
    connectionString: embedded.connectionString,
    async leave() {
      await services.close()
      await embedded.stop()
    },
  }
}

export type Installation = {
  folder: string
  services: Services
  connectionString: string
  /** Runs it at `stop`, also after an error; the last one first. */
  atStop(end: () => Promise<void>): void
  /** All roles, as `watchkeeper start` runs them. */
  startAll(more?: Settings): Promise<Installed>
  /** A role alone, with the command prefix of a core (see `divideCores`). Its `cpuMs` is its own. */
  startRole(role: string, core?: string[], more?: Settings): Promise<Server>
  /** A baseline, on the same database or without one. Its CPU contains that of PostgreSQL unless it has a core. */
  startBare(file: string, more: Settings, core?: string[]): Promise<Server>
  stop(): Promise<void>
}

/**
 * A temporary data folder with its embedded PostgreSQL, in which nothing else runs yet. An interrupted benchmark stops
 * what it has started, too.
 *
 * @param settings of the roles and of `services`.
 */
export async function openInstallation(settings: Settings = {}): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-bench-"))
  const ends: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })]
  const signals = ["SIGINT", "SIGTERM"] as const
  let stopping: Promise<void> | null = null
  const stop = () => (stopping ??= stopAll())
  async function stopAll(): Promise<void> {
    for (const end of ends.toReversed()) await end()
    for (const signal of signals) process.off(signal, interrupt)
  }
  function interrupt(): void {
    // What still runs fails as soon as its database has stopped.
    process.on("uncaughtException", () => undefined)
    void stop().finally(() => process.exit(1))
  }
  for (const signal of signals) process.on(signal, interrupt)
  const joined = await joinInstalled(folder, settings).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const { services, connectionString, leave } = joined
  ends.push(leave)
  const kept = async <One extends Server>(starting: Promise<One>): Promise<One> => {
    const server = await starting
    ends.push(() => server.stop())
    return server
  }
  const given = { EGRESS_ANCHORS: "127.0.0.1:1", ...settings }
  return {
    folder,
    services,
    connectionString,
    atStop: (end) => void ends.push(end),
    startAll: (more) => kept(startInstalled(folder, { ...given, ...more })),
    startRole: (role, core = [], more = {}) =>
      kept(
        startServer(
          role,
          [...core, process.execPath, launcher, "start", "--json", "--roles", role],
          { ...common, DATABASE_URL: connectionString, DATA_DIR: folder, ...given, ...more },
        ),
      ),
    async startBare(file, more, core) {
      const command = [...(core ?? []), process.execPath, join(import.meta.dirname, file)]
      const bare = await kept(startServer("bare", command, more))
      if (core !== undefined) return bare
      return { ...bare, cpuMs: () => cpuMsOfTree(bare.pid, postmasterOf(folder)) }
    },
    stop,
  }
}
