import type pg from "pg"
import {
  hasBackupTable,
  recordBackup,
  recordBackupFailure,
  recordVerification,
  type BackupAttempt,
} from "../../graphql/workspace/backup/record-backup.ts"
import type { BackupPlace, BackupReason } from "../../platform/backup/backup-place.ts"
import {
  makeBackup,
  type MadeBackup,
  type TelemetrySource,
} from "../../platform/backup/make-backup.ts"
import { openBackup } from "../../platform/backup/open-backup.ts"
import { verifyBackup } from "../../platform/backup/verify-backup.ts"
import type { Env } from "../../platform/env.ts"
import type { Log } from "../../platform/log.ts"
import { requireOwnKey } from "../../platform/secret-key.ts"
import { verifyTelemetry } from "../../telemetry/store/copy/verify-telemetry.ts"

type Needs = { env: Env; log: Log; pool: pg.Pool; connectionString: string }
type Wanted = {
  place: BackupPlace
  reason: BackupReason
  dueAt: Date | null
  isVerified: boolean
  /** Opens what the backup takes of the telemetry store; null where it takes nothing. */
  openTelemetry(): Promise<OpenTelemetry | null>
}

type OpenTelemetry = { source: TelemetrySource; close(): Promise<void> }

/** Makes a backup, verifies it if wanted, and records both; then deletes scheduled ones beyond `keep`. */
export async function runBackup(needs: Needs, wanted: Wanted): Promise<MadeBackup> {
  const { env, pool } = needs
  const { place, reason, dueAt, isVerified } = wanted
  const attempt: BackupAttempt = { reason, place: place.name, dueAt }
  const isRecorded = await hasBackupTable(pool)
  const made = await makeOrRecord(needs, wanted, isRecorded ? attempt : null)
  if (isRecorded) await recordBackup(pool, attempt, made)
  if (isVerified) await verifyStored(needs, place, made, isRecorded)
  if (isRecorded && reason === "scheduled") await deleteOld(pool, place, env.BACKUP_URL?.keep ?? 14)
  return made
}

async function makeOrRecord(
  { env, pool, connectionString }: Needs,
  { place, reason, openTelemetry }: Wanted,
  attempt: BackupAttempt | null,
): Promise<MadeBackup> {
  try {
    const key = await requireOwnKey(env, pool)
    const passphrase = env.BACKUP_PASSPHRASE ?? null
    const opened = await openTelemetry()
    const telemetry = opened?.source ?? null
    try {
      return await makeBackup(connectionString, place, { key, passphrase, reason, telemetry })
    } finally {
      await opened?.close()
    }
  } catch (error) {
    if (attempt !== null) await recordBackupFailure(pool, attempt, error)
    throw error
  }
}

/** Reads it back from where it is stored. */
async function verifyStored(
  { env, log, pool }: Needs,
  place: BackupPlace,
  { id, name }: MadeBackup,
  isRecorded: boolean,
): Promise<void> {
  try {
    const backup = await openBackup(
      `${place.name}/${name}`,
      await place.read(name),
      env.BACKUP_PASSPHRASE,
    )
    try {
      await verifyBackup(env, log, backup, (scratch) => verifyTelemetry(env, backup, scratch))
    } finally {
      await backup.close()
    }
  } catch (error) {
    if (isRecorded) await recordVerification(pool, id, error)
    throw error
  }
  if (isRecorded) await recordVerification(pool, id, null)
}

/** The row goes last, so that a file whose deletion failed is deleted at the next run. */
async function deleteOld(pool: pg.Pool, place: BackupPlace, keep: number): Promise<void> {
  const { rows } = await pool.query<{ id: string; name: string | null }>(
    `select id, name from backup
      where reason = 'scheduled' and place = $1 and name is not null order by made_at desc offset $2`,
    [place.name, keep],
  )
  for (const { id, name } of rows) {
    if (name !== null) await place.remove(name)
    await pool.query("delete from backup where id = $1", [id])
  }
  await pool.query("delete from backup where name is null and made_at < now() - interval '30 days'")
}
