import type { Command } from "commander"
import type { Env } from "../platform/env.ts"
import { createLog } from "../platform/log.ts"
import { useProxy } from "../platform/proxy/use-proxy.ts"
import { error, warning, type Finding } from "./doctor/finding.ts"
import { addCommand } from "./command.ts"
import { paint, print } from "./output.ts"
import { exitOnSignals, quietEnv } from "./cli-session.ts"

export function registerDoctor(program: Command): void {
  addCommand(program, "doctor", "check this installation and suggest fixes").action(
    async ({ json }: { json: boolean }) => {
      exitOnSignals()
      const findings = await examineAll(quietEnv())
      const isHealthy = findings.every(({ status }) => status !== "error")
      print(json, { ok: isHealthy, checks: findings }, () => findings.map(line).join("\n"))
      if (!isHealthy) process.exitCode = 1
    },
  )
}

export async function examineAll(env: Env): Promise<Finding[]> {
  // Loaded lazily: no other command needs the prober's sockets.
  const machine = await import("./doctor/check-machine.ts")
  const neighbours = await import("./doctor/check-services.ts")
  const ownNetwork = await import("./doctor/check-own-network.ts")
  const channels = await import("./doctor/check-channels.ts")
  const contents = await import("./doctor/check-contents.ts")
  const backups = await import("./doctor/check-backups.ts")
  await useProxy(env)
  const log = createLog("silent", "doctor")
  // First, because it reads the settings that were set in the browser.
  const database = await guarded("database", neighbours.checkDatabase(env, log))
  const found = await Promise.all([
    guarded("data folder", machine.checkDataFolder(env)),
    guarded("disk", machine.checkDisk(env)),
    guarded("secret key", machine.checkKey(env)),
    guarded("port", machine.checkPort(env)),
    Promise.resolve(database),
    guarded("backup place", backups.checkBackupPlace(env)),
    guarded("authorities", contents.checkAuthorities(env)),
    guarded("spool", contents.checkSpool(env)),
    guarded("base url", contents.checkBaseUrl(env)),
    guarded("redis", neighbours.checkRedis(env)),
    guarded("resolvers", ownNetwork.checkResolvers(env)),
    guarded("egress", ownNetwork.checkAnchors(env)),
    guarded("proxy", ownNetwork.checkProxy(env)),
    guarded("e-mail", channels.checkMail(env)),
    guarded("sms and calls", channels.checkPhone(env)),
    guarded("ping", machine.checkIcmp()),
  ])
  return [
    machine.checkNode(),
    machine.checkSettings(),
    ...found.flat(),
    machine.checkTargets(env),
    ...channels.checkChats(env),
    neighbours.checkWatcher(env),
  ]
}

/** Reports a check that throws, so that it does not hide the others. */
async function guarded<T>(name: string, work: Promise<T>): Promise<T | Finding> {
  try {
    return await work
  } catch (fault) {
    const said = fault instanceof Error ? fault.message : String(fault)
    return name === "ping"
      ? warning(name, said, "Ping monitors may not work. Other monitors are not affected.")
      : error(name, said, "This is a bug in Watchkeeper. Please report it.")
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
