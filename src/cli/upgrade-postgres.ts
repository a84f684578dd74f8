import { copyFile, open, rename } from "node:fs/promises"
import { join } from "node:path"
import { requireKey } from "../graphql/workspace/secret-key/settle-key.ts"
import { backupPlaceOf, type BackupPlace } from "../platform/backup/backup-place.ts"
import { makeBackup } from "../platform/backup/make-backup.ts"
import { openBackup } from "../platform/backup/open-backup.ts"
import { inScratch, restoreInto } from "../platform/backup/verify-backup.ts"
import {
  databaseUser,
  findBinaries,
  findBinariesIn,
  findPostmaster,
  majorOf,
  runCluster,
  stopCluster,
  writtenBy,
  type Binaries,
} from "../platform/embedded/cluster.ts"
import { findAside, setAside, stopPatienceMs, type Aside } from "../platform/embedded/set-aside.ts"
import { inTurn } from "../platform/embedded/users.ts"
import { findRunner } from "../platform/embedded/system-account.ts"
import { SettingError, type Env } from "../platform/env.ts"
import { freePort } from "../platform/free-port.ts"
import type { Log } from "../platform/log.ts"
import { openPool } from "../platform/open-client.ts"
import { readOrNull, sendSignal } from "../platform/process-lock.ts"
import { requireOwnKey } from "../platform/secret-key.ts"
import { UsageError } from "./command-error.ts"
import { lockDataDir } from "./data-dir.ts"
import { requireRestored, withClient } from "./database.ts"

export type UpgradedPostgres = {
  from: string
  to: string
  rows: number
  backup: string
  /** The cluster as it was; nothing deletes it. */
  kept: string
}

/**
 * Moves the embedded database to the major version of this installation's PostgreSQL, by a backup that is restored into
 * a new cluster and compared. The new cluster appears whole, by one rename; killed before it, the command is repeated.
 *
 * @param from a folder with the programs of the major version that wrote it.
 * @returns null if it is of this version already.
 */
export async function upgradePostgres(
  env: Env,
  log: Log,
  from: string,
): Promise<UpgradedPostgres | null> {
  if (env.DATABASE_URL !== undefined) {
    throw new UsageError(
      "DATABASE_URL is set, so the database is not the embedded one. Upgrade that server with its own tools",
    )
  }
  const folder = join(env.DATA_DIR, "postgres")
  const release = await lockDataDir(env)
  try {
    const left = await findAside(folder)
    const major = left?.major ?? (await writtenBy(folder))
    if (major === null) throw new UsageError(`There is no database in ${env.DATA_DIR}`)
    const to = await majorHere(folder, log)
    if (to === major) return null
    const binaries = await requireMajor(from, left?.folder ?? folder, major, log)
    const aside = left ?? (await inTurn(env.DATA_DIR, () => setAside(folder, major)))
    try {
      const place = backupPlaceOf(env)
      const name = await backUp(env, log, { aside, binaries, place })
      const rows = await restoreNew(env, log, { place, name, folder })
      return { from: major, to, rows, backup: `${place.name}/${name}`, kept: aside.folder }
    } catch (error) {
      // As it was, so that the earlier version starts.
      if ((await writtenBy(folder)) === null) await rename(aside.folder, folder)
      throw error
    }
  } finally {
    await release()
  }
}

/** Of the PostgreSQL of this installation. */
export async function majorHere(folder: string, log: Log): Promise<string> {
  const binaries = await findBinaries()
  return majorOf(binaries, await findRunner(folder, binaries.postgres, log))
}

async function requireMajor(from: string, folder: string, major: string, log: Log) {
  const binaries = await findBinariesIn(from)
  const found = await majorOf(binaries, await findRunner(folder, binaries.postgres, log))
  if (found === major) return binaries
  throw new SettingError(
    `${folder} was written by PostgreSQL ${major}, and ${binaries.postgres} is PostgreSQL ${found}. Give --from a ` +
      `folder with the programs of PostgreSQL ${major}.`,
  )
}

type Old = { aside: Aside; binaries: Binaries; place: BackupPlace }

/** Nothing else can connect meanwhile: commands look for the folder's usual name. */
async function backUp(env: Env, log: Log, { aside, binaries, place }: Old): Promise<string> {
  const { folder } = aside
  // One that a killed attempt left running.
  await stopCluster(folder, stopPatienceMs)
  const runner = await findRunner(folder, binaries.postgres, log)
  const port = await freePort()
  const pid = await runCluster(folder, binaries, runner, port)
  const onExit = () => sendSignal(pid, "SIGINT")
  process.once("exit", onExit)
  try {
    const password = (await readOrNull(passwordFile(env.DATA_DIR)))?.trim() ?? ""
    const connectionString = `postgresql://${databaseUser}:${password}@127.0.0.1:${port}/postgres`
    await requireRestored(connectionString)
    await withClient(connectionString, (client) => requireKey(client, env))
    const pool = await openPool(connectionString, 1)
    try {
      const key = await requireOwnKey(env, pool)
      const passphrase = env.BACKUP_PASSPHRASE ?? null
      const contents = { key, passphrase, reason: "upgrade" as const, telemetry: null }
      return (await makeBackup(connectionString, place, contents)).name
    } finally {
      await pool.end()
    }
  } finally {
    process.off("exit", onExit)
    await stopCluster(folder, stopPatienceMs)
  }
}

type Wanted = { place: BackupPlace; name: string; folder: string }

async function restoreNew(env: Env, log: Log, { place, name, folder }: Wanted): Promise<number> {
  const source = await place.read(name)
  const backup = await openBackup(`${place.name}/${name}`, source, env.BACKUP_PASSPHRASE)
  try {
    return await inScratch(env, "upgrade", async (scratch) => {
      await copyFile(passwordFile(env.DATA_DIR), passwordFile(scratch))
      const { rows } = await restoreInto(scratch, env, log, backup)
      if ((await findPostmaster(join(scratch, "postgres"))) !== null) {
        throw new Error("the new cluster did not stop")
      }
      await rename(join(scratch, "postgres"), folder)
      await syncFolder(env.DATA_DIR)
      return rows
    })
  } finally {
    await backup.close()
  }
}

const passwordFile = (dataDir: string): string => join(dataDir, "postgres.password")

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r")
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
