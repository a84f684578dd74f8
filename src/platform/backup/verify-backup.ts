import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { stopCluster } from "../embedded/cluster.ts"
import { startEmbedded } from "../embedded/start-embedded.ts"
import type { Env } from "../env.ts"
import type { Log } from "../log.ts"
import { migrate, migrationNames } from "../migrate.ts"
import { openClient } from "../open-client.ts"
import { LockHeld, takeLock } from "../process-lock.ts"
import { bytesOf, rowsOf, type BackupHead, type BackupManifest } from "./backup-head.ts"
import { BackupError } from "./backup-error.ts"
import { explainFull } from "./explain-full.ts"
import { tallyTables } from "./dump-tables.ts"
import { loadTables } from "./load-tables.ts"
import type { OpenBackup } from "./open-backup.ts"
import { markerTable, plainText } from "./read-catalog.ts"

const stopPatienceMs = 5000
const scratchName = "verify-"

export type VerifiedTelemetry = { tables: number; rows: number }
export type Verified = {
  tables: number
  rows: number
  bytes: number
  telemetry: VerifiedTelemetry | null
}

/**
 * Restores a backup into a PostgreSQL of its own in a temporary folder, and compares the rows that it then holds
 * with the counts and checksums of the backup.
 *
 * @param verifyTelemetry does the same with telemetry, if the backup has any; `scratch` is an empty folder.
 * @throws {BackupError} if they differ.
 */
export async function verifyBackup(
  env: Env,
  log: Log,
  backup: OpenBackup,
  verifyTelemetry: (scratch: string) => Promise<VerifiedTelemetry>,
): Promise<Verified> {
  return inScratch(env, "verify", async (scratch) => {
    const verified = await restoreInto(scratch, env, log, backup)
    const hasTelemetry = backup.head.telemetry !== null
    return { ...verified, telemetry: hasTelemetry ? await verifyTelemetry(scratch) : null }
  })
}

/** Works in a temporary folder of the data folder, of which there is one at a time. */
export async function inScratch<T>(
  { DATA_DIR }: Env,
  doing: "verify" | "upgrade",
  work: (scratch: string) => Promise<T>,
): Promise<T> {
  await mkdir(DATA_DIR, { recursive: true })
  const release = await lock(DATA_DIR)
  try {
    await removeScratches(DATA_DIR)
    const scratch = await mkdtemp(join(DATA_DIR, scratchName))
    try {
      return await work(scratch)
    } catch (error) {
      throw await explainFull(error, scratch, doing)
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
  } finally {
    await release()
  }
}

/**
 * Restores the tables of a backup into a new cluster in `scratch`, and compares what that then holds.
 *
 * @throws {BackupError} if they differ.
 */
export async function restoreInto(
  scratch: string,
  env: Env,
  log: Log,
  { head, entries }: OpenBackup,
): Promise<Omit<Verified, "telemetry">> {
  await requireKnown(head)
  const server = await startEmbedded({ ...env, DATA_DIR: scratch }, log)
  try {
    await migrate(server.connectionString, { only: head.migrations })
    const client = await openClient(server.connectionString)
    try {
      const { stated, tables } = await loadTables(client, head, entries)
      await client.query("begin")
      await client.query(plainText)
      compare(stated, await tallyTables(client, tables))
      await client.query("commit")
      await client.query(`drop table ${markerTable}`)
      return { tables: tables.length, rows: rowsOf(stated), bytes: bytesOf(stated) }
    } finally {
      await client.end()
    }
  } finally {
    await server.stop()
  }
}

function compare({ tables }: BackupManifest, restored: BackupManifest): void {
  for (const [table, { rows: stated, sha256 }] of Object.entries(tables)) {
    const { rows = 0, sha256: own } = restored.tables[table] ?? {}
    if (rows === stated && own === sha256) continue
    const parameters = { where: "restored", table, rows, stated } as const
    throw new BackupError({ code: "backup_rows_differ", parameters })
  }
}

/** @throws {BackupError} for a backup of a later version. */
export async function requireKnown({ migrations, version }: BackupHead): Promise<void> {
  const ours = new Set(await migrationNames())
  const names = migrations.filter((name) => !ours.has(name))
  if (names.length === 0) return
  throw new BackupError({ code: "backup_of_later_version", parameters: { version, names } })
}

async function lock(folder: string): Promise<() => Promise<void>> {
  try {
    return await takeLock(join(folder, "verify.lock"))
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error
    const parameters = { folder: null, processId: error.pid }
    throw new BackupError({ code: "backup_under_way", parameters }, { cause: error })
  }
}

/** Those of processes that were killed; their servers still run. */
async function removeScratches(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(scratchName)) continue
    await stopCluster(join(folder, name, "postgres"), stopPatienceMs)
    await rm(join(folder, name), { recursive: true, force: true })
  }
}
