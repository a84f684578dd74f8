import { Command } from "commander"
import type { Env, Role } from "../env.ts"
import { readEnv, readRoles, SettingError } from "../env.ts"
import { newId } from "../id.ts"
import { createLog } from "../log.ts"
import type { Log } from "../log.ts"
import type { Services } from "../services.ts"
import { openServices } from "../services.ts"
import type { RoleMessage } from "./supervise.ts"

type Running = { address?: string; stop(): Promise<void> }

/** Loaded only by the process that plays the role. */
const entries: Record<Role, (services: Services, id: string) => Promise<Running>> = {
  api: async (services) => (await import("../api/main.ts")).startApi(services),
  probe: async (services, id) => (await import("../probe/main.ts")).startProbe(services, { id }),
  notify: async (services) => (await import("../notify/main.ts")).startNotify(services),
}

/** A little before the supervisor kills; an orphan, whom nobody would kill, ends by it too. */
const drainMs = 8700

/**
 * What the supervisor starts; hidden, since DATABASE_URL must be set and migrated. It gives each life of a role the
 * same id, under which the next goes on with what the last one held.
 */
export function registerRole(program: Command): void {
  const command = new Command("role")
    .argument("<name>")
    .argument("[id]")
    .action(async (name: string, id = newId()) => {
      const [role] = readRoles(name)
      if (role !== undefined) await playRole(role, id)
    })
  program.addCommand(command.copyInheritedSettings(program), { hidden: true })
}

async function playRole(role: Role, id: string): Promise<void> {
  const env = readEnv()
  const log = createLog(env.LOG_LEVEL, role)
  // Ctrl-C and a closed terminal reach the whole group of processes; only the supervisor decides.
  for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => undefined)
  const asked = Promise.withResolvers<void>()
  process.on("SIGTERM", asked.resolve)
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, "fault of our own; this process ends and is started again")
      process.exit(1)
    })
  }
  const running = await begin(role, id, env, log)
  await tell({ kind: "ready", address: running.address ?? null })
  await asked.promise
  setTimeout(() => process.exit(1), drainMs).unref()
  await running.stop()
  process.exit(0)
}

async function begin(role: Role, id: string, env: Env, log: Log): Promise<Running> {
  try {
    if (env.DATABASE_URL === undefined) throw new SettingError("DATABASE_URL is not set.")
    const services = await openServices(env, env.DATABASE_URL, role)
    const { stop, ...rest } = await entries[role](services, id)
    return {
      ...rest,
      async stop() {
        await stop()
        await services.close()
      },
    }
  } catch (error) {
    if (error instanceof SettingError) await tell({ kind: "refused", reason: error.message })
    else log.fatal({ err: error }, "the role did not start")
    return process.exit(1)
  }
}

function tell(message: RoleMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) resolve()
    else process.send(message, undefined, undefined, () => resolve())
  })
}
