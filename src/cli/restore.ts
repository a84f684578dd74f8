import type { Command } from "commander"
import pg from "pg"
import { settleRestored, type Settled } from "../graphql/monitoring/restore/settle-restored.ts"
import { adoptKey } from "../graphql/workspace/secret-key/settle-key.ts"
import { rowsOf, type BackupHead } from "../platform/backup/backup-head.ts"
import { BackupError } from "../platform/backup/backup-error.ts"
import { explainFull } from "../platform/backup/explain-full.ts"
import { loadTables } from "../platform/backup/load-tables.ts"
import { markerTable } from "../platform/backup/read-catalog.ts"
import type { OpenBackup } from "../platform/backup/open-backup.ts"
import { requireKnown, type VerifiedTelemetry } from "../platform/backup/verify-backup.ts"
import { SettingError, type Env } from "../platform/env.ts"
import { createLog, type Log } from "../platform/log.ts"
import { migrate, migrationState } from "../platform/migrate.ts"
import { openClient } from "../platform/open-client.ts"
import { fingerprintOf } from "../platform/secret.ts"
import { keyFile, readKeys, writeKey } from "../platform/secret-key.ts"
import { openServices } from "../platform/services.ts"
import { headUnverified, openNamed } from "./backup.ts"
import { exitOnSignals, quietEnv } from "./cli-session.ts"
import { addCommand } from "./command.ts"
import { connectDatabase, migrateOr, unfinishedRestore, withClient } from "./database.ts"
import { lockDataDir } from "./data-dir.ts"
import { print } from "./output.ts"
import { openTelemetryTarget, type TelemetryTarget } from "./telemetry-target.ts"
import { counted } from "../platform/counted.ts"
import { commandName } from "../platform/command-name.ts"

type Options = { json: boolean; withoutTelemetry: boolean }

export function registerRestore(program: Command): void {
  addCommand(program, "restore", "restore a backup into an empty installation")
    .argument("<file>", "a file, or a name in BACKUP_URL")
    .option("--without-telemetry", "leave out the telemetry of the backup", false)
    .action(async (file: string, { json, withoutTelemetry }: Options) => {
      const env = quietEnv()
      exitOnSignals()
      const backup = await openNamed(env, file)
      try {
        const log = createLog(env.LOG_LEVEL, "restore")
        const hasTelemetry = backup.head.telemetry !== null && !withoutTelemetry
        const restored = await restore(env, log, backup, hasTelemetry)
        const { madeAt, version } = backup.head
        const { rows, cancelledDeliveries, restartedEscalations } = restored
        const facts = {
          made_at: madeAt,
          version,
          rows,
          is_head_verified: backup.isHeadVerified,
          telemetry: restored.telemetry,
          cancelled_deliveries: cancelledDeliveries,
          restarted_escalations: restartedEscalations,
        }
        print(json, facts, () => describe(facts))
      } finally {
        await backup.close()
      }
    })
}

const describe = (facts: {
  made_at: string
  rows: number
  is_head_verified: boolean
  telemetry: { rows: number } | null
  cancelled_deliveries: number
  restarted_escalations: number
}): string =>
  [
    `Restored ${facts.rows.toLocaleString("en")} rows${inWords(facts.telemetry)}, as of ${facts.made_at}.`,
    `Cancelled: ${counted(facts.cancelled_deliveries, "unsent delivery", "unsent deliveries")}. To be paged again in ` +
      `10 minutes, unless recovered or acknowledged: ${counted(facts.restarted_escalations, "open alert")}.`,
    ...(facts.is_head_verified ? [] : [headUnverified]),
    `Start Watchkeeper with \`${commandName} start\`.`,
  ].join("\n")

const inWords = (telemetry: { rows: number } | null): string =>
  telemetry === null ? "" : ` and ${telemetry.rows.toLocaleString("en")} of telemetry`

type Restored = Settled & { rows: number; telemetry: VerifiedTelemetry | null }

/** An interrupted restore is continued by the same command. */
async function restore(
  env: Env,
  log: Log,
  backup: OpenBackup,
  hasTelemetry: boolean,
): Promise<Restored> {
  const { head } = backup
  await requireKnown(head)
  const key = await keyOf(env, backup)
  const release = env.DATABASE_URL === undefined ? await lockDataDir(env) : () => Promise.resolve()
  try {
    const target = hasTelemetry ? await openTelemetryTarget(env, backup) : null
    try {
      return await restoreInto(env, log, backup, { key, target })
    } catch (error) {
      throw await explainRestore(env, error)
    } finally {
      await target?.close()
    }
  } finally {
    await release()
  }
}

/** Of the disk of an own PostgreSQL only its own error is known. */
async function explainRestore(env: Env, error: unknown): Promise<unknown> {
  if (env.DATABASE_URL === undefined) return explainFull(error, env.DATA_DIR, "restore")
  if (!(error instanceof pg.DatabaseError && error.code === "53100")) return error
  const parameters = { folder: "DATABASE_URL", need: "server" } as const
  return new BackupError({ code: "disk_too_small", parameters }, { cause: error })
}

type Wanted = { key: Buffer | null; target: TelemetryTarget | null }

async function restoreInto(
  env: Env,
  log: Log,
  backup: OpenBackup,
  wanted: Wanted,
): Promise<Restored> {
  const { connectionString, stop } = await connectDatabase(env, log)
  try {
    const rows = await loadOnce(connectionString, env, backup, wanted)
    await migrateOr(connectionString)
    await withClient(connectionString, (client) => adoptKey(client, env))
    const telemetry = (await wanted.target?.load()) ?? null
    const services = await openServices(env, connectionString, "command")
    try {
      return { rows, telemetry, ...(await finish(services, new Date(backup.head.madeAt))) }
    } finally {
      await services.close()
    }
  } finally {
    await stop()
  }
}

/** Nothing else may start on the database until its marker is gone. */
async function finish(
  services: Awaited<ReturnType<typeof openServices>>,
  madeAt: Date,
): Promise<Settled> {
  const settled = await settleRestored(services, madeAt)
  await services.database.pool.query(`drop table if exists ${markerTable}`)
  return settled
}

async function loadOnce(
  connectionString: string,
  env: Env,
  { head, entries }: OpenBackup,
  { key, target }: Wanted,
): Promise<number> {
  const interrupted = await unfinishedRestore(connectionString)
  if (interrupted !== null) {
    if (interrupted.toISOString() === head.madeAt) return 0
    const parameters = { madeAt: interrupted.toISOString() }
    throw new BackupError({ code: "restore_interrupted", parameters })
  }
  await requireEmpty(connectionString, env, head)
  await target?.requireEmpty()
  await migrate(connectionString, { only: head.migrations })
  // Before the rows: a key without rows is harmless, rows without their key are not.
  if (key !== null) await writeKey(env, key)
  const client = await openClient(connectionString)
  try {
    const { stated } = await loadTables(client, head, entries)
    return rowsOf(stated)
  } finally {
    await client.end()
  }
}

/** @throws {SettingError} if the installation has data, which a restore never overwrites. */
async function requireEmpty(connectionString: string, env: Env, head: BackupHead): Promise<void> {
  const place = env.DATABASE_URL === undefined ? env.DATA_DIR : "The database at DATABASE_URL"
  const advice =
    env.DATABASE_URL === undefined
      ? "Set DATA_DIR to a new folder."
      : "Create a new database and set DATABASE_URL to it."
  const { applied } = await migrationState(connectionString)
  if (applied.some((name) => !head.migrations.includes(name))) {
    throw new SettingError(
      `${place} was started with a later version than the backup's (${head.version}). ${advice}`,
    )
  }
  if (applied.length === 0) return
  const client = await openClient(connectionString)
  try {
    const { rows } = await client.query<{ accounts: number; projects: number }>(
      `select (select count(*)::int from "user") as accounts, (select count(*)::int from project) as projects`,
    )
    const [{ accounts, projects } = { accounts: 0, projects: 0 }] = rows
    if (accounts + projects === 0) return
    throw new SettingError(
      `${place} already has ${counted(accounts, "account")} and ${counted(projects, "project")}, and a restore never overwrites data. ${advice}`,
    )
  } finally {
    await client.end()
  }
}

/** The key to write; null if the right one is here already. */
async function keyOf(env: Env, { head, key }: OpenBackup): Promise<Buffer | null> {
  if ((await readKeys(env)).some((one) => fingerprintOf(one) === head.keyFingerprint)) return null
  if (env.SECRET_KEY !== undefined) {
    throw new SettingError(
      "SECRET_KEY is not the key of this backup, so its stored secrets could not be read. Set the key that was in " +
        "use when the backup was made, or unset it to take the key from the backup.",
    )
  }
  if (head.key === null) {
    throw new SettingError(
      `The backup does not contain the secret key. Set SECRET_KEY, or copy your secret.key to ${keyFile(env)}.`,
    )
  }
  if (key === null) {
    throw new SettingError("Set BACKUP_PASSPHRASE to the passphrase of the backup.")
  }
  return key
}
