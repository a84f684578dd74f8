import type pg from "pg"

export type BackupState = {
  /** Age of the newest backup that was restored and compared, in seconds; null if there is none. */
  newestVerifiedAge: number | null
  newestVerifiedAt: Date | null
  newestAt: Date | null
  /** Where the newest one is. */
  place: string | null
  name: string | null
  bytes: number | null
  /** Why the last attempt failed, as `readLast` reads it. */
  lastError: string | null
  lastFindings: unknown
}

const query = `
  select extract(epoch from now() - verified.made_at)::float8 as "newestVerifiedAge",
         verified.made_at as "newestVerifiedAt", newest.made_at as "newestAt", newest.place, newest.name,
         newest.bytes::float8 as bytes, last.error as "lastError", last.findings as "lastFindings"
    from (select) always
    left join lateral (
      select made_at from backup where verified_at is not null order by made_at desc limit 1) verified on true
    left join lateral (select * from backup where name is not null order by made_at desc limit 1) newest on true
    left join lateral (select error, findings from backup order by made_at desc limit 1) last on true`

export async function readBackupState(pool: pg.Pool): Promise<BackupState> {
  const { rows } = await pool.query<BackupState>({ name: "backup-state", text: query })
  const [row] = rows
  if (row === undefined) throw new Error("a statement without a table always has a row")
  return row
}
