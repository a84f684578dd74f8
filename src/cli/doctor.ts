import type { Command } from "commander"
import type { Env } from "../env.ts"
import { createLog } from "../log.ts"
import type { Finding } from "./checkup/finding.ts"
import { error, warning } from "./checkup/finding.ts"
import { addCommand } from "./command.ts"
import { paint, print } from "./output.ts"
import { exitOnSignals, quietEnv } from "./session.ts"

export function registerDoctor(program: Command): void {
  addCommand(program, "doctor", "look at this installation and say what to mend").action(
    async ({ json }: { json: boolean }) => {
      exitOnSignals()
      const findings = await examineAll(quietEnv())
      const isHealthy = findings.every(({ status }) => status !== "error")
      print(json, { ok: isHealthy, checks: findings }, () => findings.map(line).join("\n"))
      if (!isHealthy) process.exitCode = 1
    },
  )
}

async function examineAll(env: Env): Promise<Finding[]> {
  // Loaded here: no other command needs sockets of the prober.
  const machine = await import("./checkup/machine.ts")
  const neighbours = await import("./checkup/neighbours.ts")
  const channels = await import("./checkup/channels.ts")
  const log = createLog("silent", "doctor")
  const found = await Promise.all([
    guarded("data folder", machine.checkDataFolder(env)),
    guarded("disk", machine.checkDisk(env)),
    guarded("secret key", machine.checkKey(env)),
    guarded("port", machine.checkPort(env)),
    guarded("database", neighbours.checkDatabase(env, log)),
    guarded("redis", neighbours.checkRedis(env)),
    guarded("resolvers", neighbours.checkResolvers(env)),
    guarded("egress", neighbours.checkAnchors(env)),
    guarded("e-mail", channels.checkMail(env)),
    guarded("sms and calls", channels.checkPhone(env)),
    guarded("ping", machine.checkIcmp()),
  ])
  return [
    machine.checkNode(),
    ...found.flat(),
    ...channels.checkChats(env),
    neighbours.checkWatcher(env),
  ]
}

/** One broken check must not hide the others. */
async function guarded<T>(name: string, work: Promise<T>): Promise<T | Finding> {
  try {
    return await work
  } catch (fault) {
    const said = fault instanceof Error ? fault.message : String(fault)
    return name === "ping"
      ? warning(name, said, "Ping monitors may not work; all others do.")
      : error(name, said, "This is a fault of Watchkeeper's own; please report it.")
  }
}

const signs = {
  ok: () => paint("green", "✓"),
  warning: () => paint("yellow", "!"),
  error: () => paint("red", "✗"),
}

function line({ name, status, detail, advice }: Finding): string {
  const words = `${signs[status]()} ${name.padEnd(12)} ${detail}`
  return advice === null ? words : `${words}\n  ${" ".repeat(12)} → ${advice}`
}
