import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import type { Command } from "commander"
import pg from "pg"
import type { Env } from "../env.ts"
import { readEnv, readRoles, SettingError } from "../env.ts"
import { freePort } from "../free-port.ts"
import { createLog } from "../log.ts"
import type { Log } from "../log.ts"
import { LockHeld, takeLock } from "../process-lock.ts"
import { isUnknown, tellAddress } from "./address.ts"
import { addCommand } from "./command.ts"
import type { OpenDatabase } from "./database.ts"
import { openDatabase } from "./database.ts"
import { greeting } from "./greeting.ts"
import { print } from "./output.ts"
import { redisTrouble } from "./redis.ts"
import { superviseRoles } from "./supervise.ts"

type Options = { roles?: string; json: boolean }

export function registerStart(program: Command): void {
  addCommand(program, "start", "run Watchkeeper, or some of its roles")
    .option("--roles <list>", "api, probe, notify; all of them if left out")
    .action(async (options: Options) => {
      const server = await startServer(process.env, options.roles)
      if (server === null) return
      print(options.json, server.facts, () => greeting(server.facts))
      await server.asked
      await server.stop()
    })
}

export type ServerFacts = {
  base_url: string
  /** Where it listens; null without the api role. */
  address: string | null
  roles: string[]
  data_dir: string
  database: "embedded" | "external"
  has_accounts: boolean
  pid: number
}

export type Server = {
  env: Env
  facts: ServerFacts
  connectionString: string
  /** Settles when a signal asks to stop. */
  asked: Promise<void>
  stop(): Promise<void>
}

/**
 * Everything that `start` does before it greets; null where a signal ended it before that.
 *
 * @throws {SettingError} where something must be put right first.
 */
export async function startServer(
  source: NodeJS.ProcessEnv,
  roleList: string | undefined,
): Promise<Server | null> {
  const settings = { ...source }
  let env = readEnv(settings)
  const roles = readRoles(roleList)
  const isTold = roles.includes("api") && isUnknown(env)
  if (env.PORT === 0) {
    // A role that is started again must come back where it was.
    settings["PORT"] = String(await freePort(env.HOST))
    env = readEnv(settings)
  }
  const log = createLog(env.LOG_LEVEL, "start")
  const asked = untilSignal()
  const steps: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const step of steps.splice(0).toReversed()) await step()
  }
  try {
    if (env.DATABASE_URL === undefined) steps.push(await lockDataDir(env))
    if (isTold) steps.push(await tellCommands(env, log))
    const database = await openDatabase(env, log)
    steps.push(() => database.stop())
    steps.push(keepAlive(database, log))
    const trouble = await redisTrouble(env)
    if (trouble !== null) log.warn(trouble)
    const environment = { ...settings, DATABASE_URL: database.connectionString }
    const supervised = superviseRoles(roles, environment, log)
    steps.push(() => supervised.stop())
    void asked.then(() => supervised.lastCall())
    const address = await Promise.race([supervised.started, asked.then(() => undefined)])
    if (address === undefined) {
      await stop()
      return null
    }
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

function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    // Repeated signals are ordinary: a terminal signals the whole group, and the launcher passes them on.
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => resolve())
  })
}

async function lockDataDir({ DATA_DIR }: Env): Promise<() => Promise<void>> {
  try {
    await mkdir(DATA_DIR, { recursive: true })
    return await takeLock(join(DATA_DIR, "watchkeeper.lock"))
  } catch (error) {
    if (error instanceof LockHeld) {
      throw new SettingError(
        `Watchkeeper already runs on ${DATA_DIR} (process ${error.pid}). Stop that one first, or set ` +
          "DATA_DIR and PORT to others for a second installation.",
        { cause: error },
      )
    }
    throw new SettingError(
      `The data folder ${DATA_DIR} cannot be written: ${error instanceof Error ? error.message : String(error)}. ` +
        "Give it to the user who starts Watchkeeper, or set DATA_DIR to another folder.",
      { cause: error },
    )
  }
}

/** With a database elsewhere the data folder need not be one that can be written. */
async function tellCommands(env: Env, log: Log): Promise<() => Promise<void>> {
  try {
    return await tellAddress(env)
  } catch (err) {
    log.warn({ err }, "commands beside this server cannot be told its address")
    return () => Promise.resolve()
  }
}

/** Brings the embedded PostgreSQL back on the same port when it dies; the roles reconnect by themselves. */
function keepAlive({ embedded }: OpenDatabase, log: Log): () => Promise<void> {
  if (embedded === null) return () => Promise.resolve()
  let isStopped = false
  let turn = Promise.resolve()
  const look = async () => {
    try {
      if (await embedded.revive()) log.error("the embedded PostgreSQL had died; it runs again")
    } catch (error) {
      log.error({ err: error }, "the embedded PostgreSQL died and does not start")
    }
  }
  const timer = setInterval(() => {
    turn = turn.then(() => (isStopped ? undefined : look()))
  }, 1000)
  return async () => {
    isStopped = true
    clearInterval(timer)
    await turn
  }
}

async function hasAccounts(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query('select 1 from "user" limit 1')
    return rows.length > 0
  } finally {
    await client.end()
  }
}
