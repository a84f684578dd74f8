import { randomBytes, randomUUID } from "node:crypto"
import { readdirSync, readFileSync, rmSync } from "node:fs"
import { mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { findRunner } from "./system-account.ts"
import {
  checkVersion,
  ClusterFailed,
  databaseUser,
  findBinaries,
  findPostmaster,
  killCluster,
  makeCluster,
  openAccess,
  runCluster,
  settledPostmaster,
  stopCluster,
  writtenBy,
  type Postmaster,
} from "./cluster.ts"
import { requireWhole } from "./set-aside.ts"
import { hasUsers, inTurn, usersFolder } from "./users.ts"
import { dataFolderError } from "../data-folder-error.ts"
import { SettingError, type Env } from "../env.ts"
import { freePort } from "../free-port.ts"
import type { Log } from "../log.ts"
import {
  LockHeld,
  isAlive,
  isMarkAlive,
  processMark,
  readOrNull,
  sendSignal,
} from "../process-lock.ts"

/** A PostgreSQL in the data folder, for installations without one. */
export type Embedded = {
  connectionString: string
  /** Restarts the server on the same port if it has died; true if it had to. */
  revive(): Promise<boolean>
  /** Ends a server that does not respond, which the next `revive` restarts. */
  kill(): Promise<void>
  /** Leaves the server; the last process to leave stops it. */
  stop(): Promise<void>
}

const stopPatienceMs = 5000

/**
 * Starts the server, or joins one that another command runs or a killed one left running.
 *
 * @throws {SettingError} if the data folder cannot be used.
 */
export async function startEmbedded(env: Env, log: Log): Promise<Embedded> {
  const folder = join(env.DATA_DIR, "postgres")
  const users = usersFolder(env.DATA_DIR)
  await makeFolders(env.DATA_DIR, users)
  const seat = join(users, `${process.pid}-${randomUUID()}`)

  const { password, port } = await inTurn(env.DATA_DIR, async () => {
    try {
      await writeFile(seat, processMark())
      const password = await loadPassword(env.DATA_DIR, folder)
      const { port } = (await settledPostmaster(folder)) ?? (await launch(folder, password, log))
      return { password, port }
    } catch (error) {
      await rm(seat, { force: true })
      throw error
    }
  }).catch((error: unknown) => {
    throw explain(error, env.DATA_DIR)
  })

  // Stops the server even if the command exits without `stop`; an exit handler cannot await.
  const onExit = () => {
    rmSync(seat, { force: true })
    const others = readdirSync(users).map((name) => readFileSync(join(users, name), "utf8"))
    if (others.some(isMarkAlive)) return
    const pid = Number(readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n")[0])
    if (isAlive(pid)) sendSignal(pid, "SIGINT")
  }
  process.once("exit", onExit)

  return {
    connectionString: `postgresql://${databaseUser}:${password}@127.0.0.1:${port}/postgres`,
    async revive() {
      if ((await findPostmaster(folder)) !== null) return false
      return inTurn(env.DATA_DIR, async () => {
        if ((await settledPostmaster(folder)) !== null) return false
        await launch(folder, password, log, port)
        return true
      })
    },
    kill: () => inTurn(env.DATA_DIR, () => killCluster(folder)),
    async stop() {
      process.off("exit", onExit)
      await inTurn(env.DATA_DIR, async () => {
        await rm(seat, { force: true })
        if (!(await hasUsers(env.DATA_DIR))) await stopCluster(folder, stopPatienceMs)
      })
    },
  }
}

/** Retries with another port if the chosen one was taken meanwhile. */
async function launch(
  folder: string,
  password: string,
  log: Log,
  fixedPort?: number,
): Promise<Pick<Postmaster, "port">> {
  const binaries = await findBinaries()
  await requireWhole(folder)
  await openAccess(folder)
  const runner = await findRunner(folder, binaries.postgres, log)
  await makeCluster(folder, binaries, runner, password)
  await checkVersion(folder, binaries, runner)
  for (let attempt = 1; ; attempt += 1) {
    const port = fixedPort ?? (await freePort())
    try {
      await runCluster(folder, binaries, runner, port)
      return { port }
    } catch (error) {
      if (!(error instanceof ClusterFailed && error.isPortTaken) || attempt === 5) throw error
      await sleep(200)
    }
  }
}

async function makeFolders(dataDir: string, users: string): Promise<void> {
  try {
    await mkdir(users, { recursive: true, mode: 0o755 })
  } catch (error) {
    throw explain(error, dataDir)
  }
}

async function loadPassword(dataDir: string, folder: string): Promise<string> {
  const path = join(dataDir, "postgres.password")
  const known = (await readOrNull(path))?.trim()
  if (known) return known
  if ((await writtenBy(folder)) !== null) {
    throw new SettingError(
      `${path} is missing. Without it the database cannot be opened. Restore it from your ` +
        "backup, or choose another DATA_DIR to start with an empty database.",
    )
  }
  const password = randomBytes(24).toString("base64url")
  await writeFile(path, `${password}\n`, { mode: 0o600 })
  return password
}

/** What PostgreSQL's own message does not say. */
const reasons: [RegExp, string][] = [
  [
    /could not look up effective user ID (\d+)/,
    "the user id of this process has no entry in /etc/passwd, which PostgreSQL needs. Add one for it, start as a user " +
      "that has one, or set DATABASE_URL to use a PostgreSQL server.",
  ],
  [
    /loading shared libraries|Library not loaded|cannot open shared object/,
    "its libraries are not linked, because npm did not run install scripts. Install Watchkeeper again, with " +
      "`--ignore-scripts=false` after `npm ci` or `npm install -g`.",
  ],
]

function explain(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error) || error instanceof SettingError || error instanceof LockHeld) {
    return error
  }
  const why = reasons.find(([pattern]) => pattern.test(error.message))?.[1]
  if (why !== undefined) {
    return new SettingError(`The embedded PostgreSQL does not start: ${why}`, { cause: error })
  }
  return (
    dataFolderError(error, dataDir) ??
    new SettingError(
      `The embedded PostgreSQL in ${dataDir} did not start: ${error.message.trim()} ` +
        `Its log is ${join(dataDir, "postgres.log")}.`,
      { cause: error },
    )
  )
}
