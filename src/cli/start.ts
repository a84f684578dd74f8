import type { Command } from "commander"
import { readEnv, readRoles, type Env } from "../platform/env.ts"
import { freePort } from "../platform/free-port.ts"
import { createLog, type Log } from "../platform/log.ts"
import { ignoredSettings } from "../platform/ignored-settings.ts"
import { say } from "../findings/say.ts"
import { openClient } from "../platform/open-client.ts"
import { startReleasing } from "../platform/release-memory.ts"
import { isUnknown, tellAddress } from "./server-address.ts"
import { addCommand } from "./command.ts"
import { lockDataDir } from "./data-dir.ts"
import { openDatabase } from "./database.ts"
import { greeting } from "./greeting.ts"
import { keepPostgres } from "./keep-postgres.ts"
import { nameLost, type LostSecrets } from "./lost-secrets.ts"
import { keepReserve, releaseIfFull } from "./keep-reserve.ts"
import { print } from "./output.ts"
import { redisTrouble } from "./start-redis.ts"
import { superviseRoles } from "./supervise.ts"

type Options = { roles?: string; acceptNewKey: boolean; json: boolean }

export function registerStart(program: Command): void {
  addCommand(program, "start", "run Watchkeeper or some of its roles")
    .option("--roles <list>", "api, probe, notify, telemetry (default: all)")
    .option(
      "--accept-new-key",
      "go on without a lost secret key; lists what must be entered again",
      false,
    )
    .action(async ({ acceptNewKey, ...options }: Options) => {
      const server = await startServer(process.env, options.roles, acceptNewKey)
      if (server === null) return
      print(options.json, server.facts, () => greeting(server.facts))
      await server.asked
      await server.stop()
    })
}

export type ServerFacts = {
  base_url: string
  /** The URL it listens on; null without the api role. */
  address: string | null
  roles: string[]
  data_dir: string
  database: "embedded" | "external"
  has_accounts: boolean
  pid: number
  /** What a new secret key does not decrypt; only where one was accepted. */
  unreadable?: LostSecrets[]
}

export type Server = {
  env: Env
  facts: ServerFacts
  connectionString: string
  /** Resolves when a signal asks to stop. */
  asked: Promise<void>
  stop(): Promise<void>
}

/**
 * Starts everything up to the greeting; null if a signal stopped it before.
 * @throws {SettingError} if a setting must be fixed first.
 */
export async function startServer(
  source: NodeJS.ProcessEnv,
  roleList: string | undefined,
  acceptsNewKey = false,
): Promise<Server | null> {
  const settings = { ...source }
  let env = readEnv(settings)
  // With a ClickHouse server there is no store to serve.
  const isEmbedded = env.CLICKHOUSE_URL === undefined
  const roles = readRoles(roleList).filter((one) => isEmbedded || one !== "telemetry")
  const isAnnounced = roles.includes("api") && isUnknown(env)
  if (env.PORT === 0) {
    // A restarted role must get the same port.
    settings["PORT"] = String(await freePort(env.HOST))
    env = readEnv(settings)
  }
  const log = createLog(env.LOG_LEVEL, "start")
  for (const one of ignoredSettings(source)) log.warn(one.parameters, say([one]))
  const asked = untilSignal()
  const steps: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const step of steps.splice(0).toReversed()) await step()
  }
  try {
    if (env.DATABASE_URL === undefined) {
      await releaseIfFull(env)
      steps.push(await lockDataDir(env))
    }
    if (isAnnounced) steps.push(await tellCommands(env, log))
    const supervised = superviseRoles(roles, withoutDatabase(settings), log)
    const stopRoles = () => supervised.stop()
    steps.push(stopRoles)
    void asked.then(() => supervised.lastCall())
    const database = await openDatabase(env, log, { acceptsNewKey })
    // The roles stop before their database.
    const reserve = keepReserve(database, env, log, (isScarce) =>
      supervised.setDiskScarce(isScarce),
    )
    steps.push(() => database.stop(), keepPostgres(database, log), reserve, stopRoles)
    const trouble = await redisTrouble(env)
    if (trouble !== null) log.warn(trouble)
    supervised.open(database.connectionString)
    const address = await Promise.race([supervised.started, asked.then(() => undefined)])
    if (address === undefined) {
      await stop()
      return null
    }
    startReleasing()
    return {
      env,
      facts: {
        base_url: env.BASE_URL,
        address,
        roles,
        data_dir: env.DATA_DIR,
        database: database.embedded === null ? "external" : "embedded",
        has_accounts: await hasAccounts(database.connectionString),
        pid: process.pid,
        ...(acceptsNewKey ? { unreadable: await nameLost(database) } : {}),
      },
      connectionString: database.connectionString,
      asked,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Set or not, the roles get the database when it is reachable and migrated. */
const withoutDatabase = ({ DATABASE_URL: _later, ...settings }: NodeJS.ProcessEnv) => settings

function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    // Repeated signals are normal: a terminal signals the whole group, and the launcher passes them on.
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => resolve())
  })
}

/** With an external database, the data folder need not be writable. */
async function tellCommands(env: Env, log: Log): Promise<() => Promise<void>> {
  try {
    return await tellAddress(env)
  } catch (err) {
    log.warn({ err }, "could not store this server's URL for other commands")
    return () => Promise.resolve()
  }
}

async function hasAccounts(connectionString: string): Promise<boolean> {
  const client = await openClient(connectionString)
  try {
    const { rows } = await client.query('select 1 from "user" limit 1')
    return rows.length > 0
  } finally {
    await client.end()
  }
}
