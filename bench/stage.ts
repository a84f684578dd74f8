import { fork, spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { issue } from "../src/cli/demo/certificate.ts"
import { startEmbedded } from "../src/platform/embedded/start-embedded.ts"
import { readEnv } from "../src/platform/env.ts"
import { ensureCheckPartitions } from "../src/graphql/monitoring/check/check-partition.ts"
import { createLog } from "../src/platform/log.ts"
import { migrate } from "../src/platform/migrate.ts"
import { openServices, type Services } from "../src/platform/services.ts"

export type Stage = {
  services: Services
  connectionString: string
  ports: { http: number; https: number }
  folder: string
  /** The authority that signed the target's certificate, in PEM. */
  authority: string
  targets: ChildProcess
  /** Targets of the monitors that change. */
  others: Targets
  /** Runs it at `stop`, also after an error. */
  atStop(end: () => Promise<void>): void
  /** Starts a process that `stop` ends. */
  start(command: string[], env?: Record<string, string>): ChildProcess
  stop(): Promise<void>
}

export type Targets = { process: ChildProcess; ports: { http: number; https: number } }

/**
 * A temporary PostgreSQL and targets, all on loopback.
 *
 * @param more settings of `services`.
 */
export async function openStage(more: Record<string, string> = {}): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-bench-"))
  const loopback = { DATA_DIR: folder, LOG_LEVEL: "error", EGRESS_ANCHORS: "127.0.0.1:1" }
  const env = readEnv({ ...loopback, ...more })
  const log = createLog("error", "bench")
  const embedded = await startEmbedded(env, log)
  await migrate(embedded.connectionString)
  const services = await openServices(env, embedded.connectionString, "bench")
  await ensureCheckPartitions(services.database.pool)

  const root = issue({ name: "bench authority", isAuthority: true })
  const own = issue({ name: "localhost", names: ["localhost", "127.0.0.1"], issuer: root })
  const authority = join(folder, "authority.pem")
  await writeFile(authority, root.cert)
  const { process: targets, ports } = await startTargets(own)
  const others = await startTargets(own)
  const ends = [targets, others.process].map((child) => () => end(child))

  return {
    services,
    connectionString: embedded.connectionString,
    ports,
    folder,
    authority,
    targets,
    others,
    atStop: (one) => void ends.push(one),
    start(command, more = {}) {
      const [program = "", ...args] = command
      const child = spawn(program, args, {
        env: { ...process.env, ...more },
        stdio: ["ignore", "pipe", "inherit"],
      })
      ends.push(() => end(child))
      return child
    },
    async stop() {
      for (const one of ends.toReversed()) await one()
      await services.close()
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startTargets({ key, cert }: { key: string; cert: string }): Promise<Targets> {
  const child = fork(join(import.meta.dirname, "targets.ts"), {
    env: { ...process.env, KEY: key, CERT: cert },
  })
  const [ports] = (await once(child, "message")) as [Targets["ports"]]
  return { process: child, ports }
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, "exit")
  child.kill("SIGTERM")
  await gone
}
