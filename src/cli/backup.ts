import { access } from "node:fs/promises"
import { join } from "node:path"
import { Option, type Command } from "commander"
import { hasBackupTable, recordVerification } from "../graphql/workspace/backup/record-backup.ts"
import { requireKey } from "../graphql/workspace/secret-key/settle-key.ts"
import { runBackup } from "../jobs/backup/run-backup.ts"
import { backupPlaceOf, type BackupPlace } from "../platform/backup/backup-place.ts"
import { createFolderPlace, readFrom } from "../platform/backup/folder-place.ts"
import { openBackup, type OpenBackup } from "../platform/backup/open-backup.ts"
import { verifyBackup } from "../platform/backup/verify-backup.ts"
import { hasCluster } from "../platform/embedded/set-aside.ts"
import { SettingError, type Env } from "../platform/env.ts"
import { createLog } from "../platform/log.ts"
import { openPool } from "../platform/open-client.ts"
import { useProxy } from "../platform/proxy/use-proxy.ts"
import { verifyTelemetry } from "../telemetry/store/copy/verify-telemetry.ts"
import { exitOnSignals, quietEnv } from "./cli-session.ts"
import { addCommand, addGroup } from "./command.ts"
import { UsageError } from "./command-error.ts"
import { connectDatabase, withClient } from "./database.ts"
import { print } from "./output.ts"
import { openTelemetrySource } from "./telemetry-source.ts"

type Options = {
  to?: string
  verify: boolean
  withoutKey: boolean
  telemetry: boolean
  scheduled?: string
  json: boolean
}

export function registerBackup(program: Command): void {
  const group = addGroup(program, "backup", "back up this installation while it runs")
  addCommand(group, "create", "make a backup", { isDefault: true })
    .option("--to <folder>", "where to store it (default: BACKUP_URL)")
    .option("--verify", "restore it into a temporary database and compare", false)
    .option("--without-key", "leave out the secret key", false)
    .option(
      "--telemetry",
      "include logs, traces and metrics (default: telemetry=on in BACKUP_URL)",
      false,
    )
    .addOption(new Option("--scheduled <time>").hideHelp())
    .action(createBackup)
  addCommand(group, "verify", "restore a backup into a temporary database and compare")
    .argument("<file>", "a file, or a name in BACKUP_URL")
    .action(async (file: string, { json }: { json: boolean }) => {
      const env = quietEnv()
      exitOnSignals()
      const backup = await openNamed(env, file)
      try {
        const verified = await verifyNamed(env, backup)
        const { id, madeAt } = backup.head
        const { isHeadVerified } = backup
        const facts = { id, made_at: madeAt, ...verified, is_head_verified: isHeadVerified }
        print(json, facts, () => {
          const { rows, tables, telemetry } = verified
          const more =
            telemetry === null ? "" : ` and ${telemetry.rows.toLocaleString("en")} of telemetry`
          const line = `Verified: ${rows.toLocaleString("en")} rows in ${tables} tables${more}, made at ${madeAt}.`
          return isHeadVerified ? line : `${line}\n${headUnverified}`
        })
      } finally {
        await backup.close()
      }
    })
}

async function createBackup(options: Options): Promise<void> {
  const env = quietEnv()
  exitOnSignals()
  if (env.BACKUP_PASSPHRASE === undefined && !options.withoutKey) {
    throw new SettingError(
      "BACKUP_PASSPHRASE is not set. It encrypts the secret key in the backup, and a restore asks for it. Set it " +
        "to at least 12 characters and keep it elsewhere, or use --without-key and keep the secret key yourself.",
    )
  }
  const settings = options.withoutKey ? { ...env, BACKUP_PASSPHRASE: undefined } : env
  const place = options.to === undefined ? backupPlaceOf(env) : createFolderPlace(options.to)
  await useProxy(env)
  await requireDatabase(env)
  const log = createLog(env.LOG_LEVEL, "backup")
  const { connectionString, stop } = await connectDatabase(env, log)
  await withClient(connectionString, (client) => requireKey(client, env)).catch(async (error) => {
    await stop()
    throw error
  })
  const pool = await openPool(connectionString, 2)
  const wantsTelemetry = options.telemetry || env.BACKUP_URL?.telemetry === "on"
  try {
    const dueAt = options.scheduled === undefined ? null : new Date(options.scheduled)
    const made = await runBackup(
      { env: settings, log, pool, connectionString },
      {
        place,
        dueAt,
        reason: dueAt === null ? "manual" : "scheduled",
        isVerified: options.verify || dueAt !== null,
        openTelemetry: () => (wantsTelemetry ? openTelemetrySource(env) : Promise.resolve(null)),
      },
    )
    const facts = {
      id: made.id,
      name: made.name,
      place: place.name,
      made_at: made.madeAt.toISOString(),
      bytes: made.bytes,
      rows: made.rows,
      telemetry: made.telemetry,
      has_key: settings.BACKUP_PASSPHRASE !== undefined,
      is_verified: options.verify || dueAt !== null,
    }
    print(options.json, facts, () => describe(facts, env, wantsTelemetry))
  } finally {
    await pool.end()
    await stop()
  }
}

type Facts = {
  place: string
  name: string
  rows: number
  bytes: number
  telemetry: { rows: number } | null
  has_key: boolean
  is_verified: boolean
}

function describe(facts: Facts, env: Env, wantsTelemetry: boolean): string {
  const { place, name, rows, bytes, telemetry, has_key, is_verified } = facts
  const size = `${(bytes / 1024 ** 2).toFixed(1)} MiB`
  const more = telemetry === null ? "" : ` and ${telemetry.rows.toLocaleString("en")} of telemetry`
  const lines = [
    `Backed up ${rows.toLocaleString("en")} rows${more} (${size})${is_verified ? " and verified them" : ""}: ${place}/${name}`,
  ]
  if (wantsTelemetry && telemetry === null) lines.push("No telemetry has been received here yet.")
  if (!has_key) lines.push("It does not contain the secret key. Keep a copy of that elsewhere.")
  if (place.startsWith(env.DATA_DIR)) {
    lines.push("It is on the same disk as the data. Copy it elsewhere, or set BACKUP_URL.")
  }
  return lines.join("\n")
}

/** An installation that was never started has nothing to back up, and this must not create it. */
export async function requireDatabase(env: Env): Promise<void> {
  if (env.DATABASE_URL !== undefined || (await hasCluster(join(env.DATA_DIR, "postgres")))) return
  throw new UsageError(
    `There is no database in ${env.DATA_DIR}. Set DATA_DIR to the data folder of your installation`,
  )
}

export const headUnverified =
  "Its head has no keyed checksum that could be verified, so make sure that nobody could change the file. Backups by " +
  "version 0.1.0, or without the secret key, have none; verifying it needs BACKUP_PASSPHRASE."

/** Opens a file, or a backup by its name where backups are stored. */
export async function openNamed(env: Env, file: string): Promise<OpenBackup> {
  const isName = !file.includes("/") && !(await hasFile(file))
  if (!isName) return openBackup(file, await readFrom(file), env.BACKUP_PASSPHRASE)
  const place: BackupPlace = backupPlaceOf(env)
  await useProxy(env)
  return openBackup(`${place.name}/${file}`, await place.read(file), env.BACKUP_PASSPHRASE)
}

/** Also records the result, if the backup is one of the installation here. */
async function verifyNamed(env: Env, backup: OpenBackup) {
  const log = createLog(env.LOG_LEVEL, "backup")
  try {
    const verified = await verifyBackup(env, log, backup, (scratch) =>
      verifyTelemetry(env, backup, scratch),
    )
    await recordIfKnown(env, backup.head.id, null)
    return verified
  } catch (error) {
    await recordIfKnown(env, backup.head.id, error)
    throw error
  }
}

async function recordIfKnown(env: Env, id: string, error: unknown): Promise<void> {
  if (env.DATABASE_URL === undefined && !(await hasCluster(join(env.DATA_DIR, "postgres")))) return
  const { connectionString, stop } = await connectDatabase(env, createLog("silent", "backup"))
  const pool = await openPool(connectionString, 1)
  try {
    if (await hasBackupTable(pool)) await recordVerification(pool, id, error)
  } finally {
    await pool.end()
    await stop()
  }
}

const hasFile = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
