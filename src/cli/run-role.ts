import { Command } from "commander"
import { readEnv, readRoles, SettingError, type Env, type Role } from "../platform/env.ts"
import packageFile from "../../package.json" with { type: "json" }
import { ignoredSettings } from "../platform/ignored-settings.ts"
import { newId } from "../platform/id.ts"
import { createLog, type Log } from "../platform/log.ts"
import { useProxy } from "../platform/proxy/use-proxy.ts"
import type { Services } from "../platform/services.ts"
import { startReleasing } from "../platform/release-memory.ts"
import type { Trouble } from "../platform/resources/judge-usage.ts"
import { listenToSupervisor, tellSupervisor } from "../platform/role-message.ts"

type Running = {
  address?: string
  /** What it needs and cannot use, for the health report. */
  troubles?: () => Trouble[]
  stop(): Promise<void>
}

type Start = (services: Services, id: string) => Promise<Running>

/** Loaded only by the process that runs the role. */
const entries: Record<Exclude<Role, "telemetry">, () => Promise<Start>> = {
  async api() {
    const { startApi } = await import("../api/main.ts")
    return (services) => startApi(services)
  },
  async probe() {
    const { startProbe } = await import("../probe/main.ts")
    return (services, id) => startProbe(services, { id })
  },
  async notify() {
    const { startNotify } = await import("../notify/main.ts")
    return (services) => startNotify(services)
  },
}

const loadTelemetry = () => import("../telemetry/store/main.ts")

/** What a role loads when it is needed. */
const loadLater = (role: Role) =>
  Promise.all([import("../platform/open-prisma.ts"), role === "api" && import("../api/auth.ts")])

/** Shortly before the supervisor kills the process; also ends an orphan, which nobody would kill. */
const drainMs = 8700

/**
 * Started by the supervisor; hidden, because DATABASE_URL must be migrated. The id stays the same when a role restarts,
 * so that it keeps its leases. With `--load` it only loads its program, so that Node keeps it compiled.
 */
export function registerRole(program: Command): void {
  const command = new Command("role")
    .argument("<name>")
    .argument("[id]")
    .option("--load")
    .action(async (name: string, id = newId(), { load = false }: { load?: boolean }) => {
      const [role] = readRoles(name)
      if (role === undefined) return
      if (!load) await playRole(role, id)
      else if (role === "telemetry") await loadTelemetry()
      else await Promise.all([entries[role](), loadLater(role)])
    })
  program.addCommand(command.copyInheritedSettings(program), { hidden: true })
}

async function playRole(role: Role, id: string): Promise<void> {
  const { untilDatabase } = listenToSupervisor()
  const env = readEnv()
  // Before the log, which is exported too. Nothing is loaded where nothing is exported.
  const selfExport =
    env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
      ? null
      : (await import("../platform/self-export.ts")).startSelfExport(role)
  const log = createLog(env.LOG_LEVEL, role)
  // Ctrl-C and a closed terminal signal the whole process group; only the supervisor decides.
  for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => undefined)
  const asked = Promise.withResolvers<void>()
  process.on("SIGTERM", asked.resolve)
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, "internal error; this process exits and is restarted")
      process.exit(1)
    })
  }
  // The prober's connections and those of the store are never proxied.
  if (role === "api" || role === "notify") await useProxy(env)
  const running = await begin(role, id, env, log, { asked: asked.promise, untilDatabase })
  await tellSupervisor({ kind: "ready", address: running.address ?? null })
  await asked.promise
  setTimeout(() => process.exit(1), drainMs + env.DRAIN_SECONDS * 1000).unref()
  await running.stop()
  await selfExport?.stop()
  process.exit(0)
}

async function begin(
  role: Role,
  id: string,
  env: Env,
  log: Log,
  { asked, untilDatabase }: { asked: Promise<void>; untilDatabase(): Promise<string> },
): Promise<Running> {
  try {
    // It holds no state but its own, and runs without PostgreSQL.
    if (role === "telemetry") {
      const { startTelemetry } = await loadTelemetry()
      const running = await startTelemetry({ env, log })
      startReleasing()
      return running
    }
    // Loading takes longer than starting the database, so both happen at the same time.
    const [start, { openServices }, { joinProcesses }, { startReporting }, connectionString] =
      await Promise.all([
        entries[role](),
        import("../platform/services.ts"),
        import("../platform/role-version.ts"),
        import("../platform/resources/report-resources.ts"),
        Promise.race([databaseOf(env, untilDatabase), asked.then(() => null)]),
      ])
    if (connectionString === null) return process.exit(0)
    const services = await openServices(
      { ...env, DATABASE_URL: connectionString },
      connectionString,
      role,
    )
    const own = { id, role, version: packageFile.version }
    const joined = await joinProcesses(services.database.pool, own, log)
    const { stop, ...rest } = await start(services, id)
    const { troubles = () => [] } = rest
    const ignored = judgeSettings()
    const reporting = startReporting(services, {
      id,
      role,
      troubles: () => [...ignored, ...troubles()],
    })
    // Its pause would count as response time of what the prober checks at that moment.
    if (role !== "probe") startReleasing()
    return {
      ...rest,
      async stop() {
        await stop()
        await reporting.stop()
        // The database may be the reason for the stop; then the others notice a minute later.
        await joined.stop().catch((err: unknown) => log.debug({ err }, "could not sign off"))
        await services.close()
      },
    }
  } catch (error) {
    if (error instanceof SettingError)
      await tellSupervisor({ kind: "refused", reason: error.message })
    else log.fatal({ err: error }, "the role did not start")
    return process.exit(1)
  }
}

/** Every process has the same settings, so what they are not is named once by its words. */
export function judgeSettings(source = process.env): Trouble[] {
  const findings = ignoredSettings(source)
  return findings.length === 0 ? [] : [{ resource: "settings", status: "ok", findings }]
}

function databaseOf({ DATABASE_URL }: Env, untilDatabase: () => Promise<string>): Promise<string> {
  if (DATABASE_URL !== undefined) return Promise.resolve(DATABASE_URL)
  if (process.channel === undefined) throw new SettingError("DATABASE_URL is not set.")
  return untilDatabase()
}
