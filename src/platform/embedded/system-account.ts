import { execFile } from "node:child_process"
import { stat } from "node:fs/promises"
import { dirname } from "node:path"
import { promisify } from "node:util"
import { SettingError } from "../env.ts"
import type { Log } from "../log.ts"

/** The account PostgreSQL runs as. PostgreSQL refuses to run as root, so root uses another account. */
export type Runner = {
  owner: { uid: number; gid: number } | null
  options: { uid?: number; gid?: number }
  /** The command that runs `program` as that account. */
  wrap(program: string, args: string[]): [string, string[]]
}

const run = promisify(execFile)
const plain = (program: string, args: string[]): [string, string[]] => [program, args]

/** @throws {SettingError} if the account cannot access the program or the folder. */
export async function findRunner(folder: string, program: string, log: Log): Promise<Runner> {
  const held = await stat(folder).catch(() => null)
  if (process.getuid?.() !== 0) {
    if (held !== null && process.getuid !== undefined && held.uid !== process.getuid()) {
      throw new SettingError(
        `${folder} belongs to user ${held.uid} and you are user ${process.getuid()}. Start Watchkeeper as ` +
          "its owner (or as root), or choose another DATA_DIR.",
      )
    }
    return { owner: null, options: {}, wrap: plain }
  }
  // A cluster keeps its owner; one that root copied here is given to the account.
  const owner = held !== null && held.uid !== 0 ? held : await account(log)
  if (held?.uid === 0) await run("chown", ["-R", `${owner.uid}:${owner.gid}`, folder])
  return reach({ uid: owner.uid, gid: owner.gid }, program, dirname(folder))
}

/**
 * Below a folder that only root may enter, such as root's home, the account gets the capability to traverse
 * folders.
 */
async function reach(
  owner: { uid: number; gid: number },
  program: string,
  folder: string,
): Promise<Runner> {
  const direct: Runner = { owner, options: owner, wrap: plain }
  if (await canReach(direct, program, folder)) return direct
  for (const right of ["dac_read_search", "dac_override"]) {
    const lent: Runner = {
      owner,
      options: {},
      wrap: (command, args) => [
        "setpriv",
        [
          `--reuid=${owner.uid}`,
          `--regid=${owner.gid}`,
          "--clear-groups",
          // Without it access(2), which PostgreSQL uses to find its files, ignores the capability.
          "--securebits=+no_setuid_fixup",
          `--inh-caps=+${right}`,
          `--ambient-caps=+${right}`,
          "--",
          command,
          ...args,
        ],
      ],
    }
    if (await canReach(lent, program, folder)) return lent
  }
  throw new SettingError(
    `PostgreSQL cannot run as root, and the account it runs as (user ${owner.uid}) cannot enter ${folder} ` +
      `or run ${program}. Move Watchkeeper to a folder that every user can enter, such as ` +
      "/opt/watchkeeper, start it as an ordinary user, or set DATABASE_URL to your own PostgreSQL.",
  )
}

async function canReach(runner: Runner, program: string, folder: string): Promise<boolean> {
  const script = 'test -x "$1" && cd "$2"'
  const [command, args] = runner.wrap("/bin/sh", ["-c", script, "sh", program, folder])
  return run(command, args, { ...runner.options, cwd: "/" }).then(
    () => true,
    () => false,
  )
}

async function account(log: Log): Promise<{ uid: number; gid: number }> {
  const known = (await lookUp("watchkeeper")) ?? (await lookUp("postgres"))
  if (known !== null) return known
  try {
    await run("useradd", [
      "--system",
      "--user-group",
      "--no-create-home",
      "--shell",
      "/usr/sbin/nologin",
      "watchkeeper",
    ])
  } catch (error) {
    throw new SettingError(
      "PostgreSQL cannot run as root, and creating an account for it failed " +
        `(${error instanceof Error ? error.message.trim() : String(error)}). Create one named watchkeeper, ` +
        "start as an ordinary user, or set DATABASE_URL to your own PostgreSQL.",
      { cause: error },
    )
  }
  const made = await lookUp("watchkeeper")
  if (made === null) throw new Error("the account watchkeeper was created but cannot be found")
  log.info("created the system account watchkeeper, which runs the embedded PostgreSQL")
  return made
}

async function lookUp(name: string): Promise<{ uid: number; gid: number } | null> {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    // `id` fails if the account does not exist.
    return null
  }
}
