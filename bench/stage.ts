import { fork, spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { issue } from "../src/cli/demo/certificate.ts"
import { openInstallation, type Installation } from "./installed.ts"

export type Stage = Installation & {
  ports: { http: number; https: number }
  /** The authority that signed the target's certificate, in PEM. */
  authority: string
  targets: ChildProcess
  /** Targets of the monitors that change. */
  others: Targets
  /** Starts a process that `stop` ends. */
  start(command: string[], env?: Record<string, string>): ChildProcess
}

export type Targets = { process: ChildProcess; ports: { http: number; https: number } }

/** An installation and targets, all on loopback. */
export async function openStage(settings: Record<string, string> = {}): Promise<Stage> {
  const installation = await openInstallation(settings)
  const root = issue({ name: "bench authority", isAuthority: true })
  const own = issue({ name: "localhost", names: ["localhost", "127.0.0.1"], issuer: root })
  const authority = join(installation.folder, "authority.pem")
  await writeFile(authority, root.cert)
  const { process: targets, ports } = await startTargets(own)
  const others = await startTargets(own)
  for (const child of [targets, others.process]) installation.atStop(() => end(child))
  return {
    ...installation,
    ports,
    authority,
    targets,
    others,
    start(command, more = {}) {
      const [program = "", ...args] = command
      const child = spawn(program, args, {
        env: { ...process.env, ...more },
        stdio: ["ignore", "pipe", "inherit"],
      })
      installation.atStop(() => end(child))
      return child
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
