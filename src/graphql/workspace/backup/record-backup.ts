import { findingOf } from "../../../findings/finding-error.ts"
import { writeFindings } from "../../../findings/finding.ts"
import type pg from "pg"
import packageFile from "../../../../package.json" with { type: "json" }
import type { BackupReason } from "../../../platform/backup/backup-place.ts"
import type { MadeBackup } from "../../../platform/backup/make-backup.ts"
import { newId } from "../../../platform/id.ts"

export type BackupAttempt = { reason: BackupReason; place: string; dueAt: Date | null }

/** Whether the schema has the table: a backup before an upgrade may be of an older one. */
export async function hasBackupTable(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ known: string | null }>(
    "select to_regclass('public.backup')::text as known",
  )
  return typeof rows[0]?.known === "string"
}

export async function recordBackup(
  pool: pg.Pool,
  { reason, place, dueAt }: BackupAttempt,
  { id, name, madeAt, bytes, rows }: MadeBackup,
): Promise<void> {
  // One before an upgrade replaces that of an earlier start that failed.
  await pool.query(
    `with replaced as (delete from backup where place = $3 and name = $4)
     insert into backup (id, reason, place, name, made_at, due_at, version, bytes, row_count)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, reason, place, name, madeAt, dueAt, packageFile.version, bytes, rows],
  )
}

export async function recordBackupFailure(
  pool: pg.Pool,
  { reason, place, dueAt }: BackupAttempt,
  error: unknown,
): Promise<void> {
  await pool.query(
    `insert into backup (id, reason, place, made_at, due_at, version, error, findings)
     values ($1, $2, $3, now(), $4, $5, '', $6)`,
    [newId(), reason, place, dueAt, packageFile.version, failureOf(error)],
  )
}

/** @returns whether the backup is one of this installation. */
export async function recordVerification(
  pool: pg.Pool,
  id: string,
  error: unknown,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update backup set verified_at = case when $2::jsonb is null then now() end,
            error = case when $2::jsonb is not null then '' end, findings = $2 where id = $1`,
    [id, error === null ? null : failureOf(error)],
  )
  return rowCount === 1
}

const failureOf = (error: unknown) => writeFindings([findingOf(error, "backup_failed")])
