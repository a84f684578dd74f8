import { randomUUID } from "node:crypto"
import type pg from "pg"

/**
 * A claimed page, which this process may export until the lease ends. No queue of the outbox: its row is never done
 * but due again each minute, and the lease is extended with the list of files before each part is uploaded.
 */
export type LockedExport = {
  slug: string
  token: string
  place: string
  /** File names to content digests. */
  files: Record<string, string>
  /** Names of files about past periods to the version of their data. */
  sources: Readonly<Record<string, string>>
  failures: number
  /** Version of the page at the last complete export. */
  version: string
  /** Whether the last complete export is so old that every file is due, even without a change. */
  isWholeDue: boolean
}

/** Covers a slow bucket. After a crash the export is delayed by this time. */
const leaseSeconds = 120
/** Pages exported concurrently. */
const atOnce = 8
/** How often an unchanged copy is rewritten, to show that Watchkeeper is alive. */
const everySeconds = 60
/** Changes within this time are exported together. */
export const burstMs = 500

/** Adds public pages that were never exported. */
export async function enlist(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into status_page_export (slug, project_id)
     select slug, project_id from status_page p
      where is_public and not exists (select from status_page_export e where e.slug = p.slug)
     on conflict do nothing`,
  )
}

/** Sets the next due time before the export starts, so that a change meanwhile makes the page due again. */
export async function claimExports(pool: pg.Pool): Promise<LockedExport[]> {
  const { rows } = await pool.query<LockedExport>(
    `update status_page_export
        set lease_token = $1, lease_until = now() + make_interval(secs => $2),
            due_at = now() + make_interval(secs => $3)
      where slug in (select slug from status_page_export
                      where due_at <= now() and (lease_until is null or lease_until < now())
                      order by due_at, slug limit $4 for update skip locked)
     returning slug, lease_token as token, place, files, sources, failures, version,
               coalesce(whole_at < now() - interval '1 hour', true) as "isWholeDue"`,
    [randomUUID(), leaseSeconds, everySeconds, atOnce],
  )
  return rows
}

/**
 * Records the files before they are written, so that the next worker knows of each one after a crash, and extends
 * the lease. Until `settleExport`, no file counts as complete.
 *
 * @returns false if another worker has the lease.
 */
export async function lockExport(
  pool: pg.Pool,
  { slug, token }: LockedExport,
  place: string,
  files: LockedExport["files"],
  isWhole: boolean,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update status_page_export
        set lease_until = now() + make_interval(secs => $3), place = $4, files = $5,
            version = case when $6 then '' else version end,
            sources = case when $6 then '{}' else sources end
      where slug = $1 and lease_token = $2`,
    [slug, token, leaseSeconds, place, files, isWhole],
  )
  return rowCount === 1
}

/** Makes the exports of these projects due after at most `afterMs`; all exports if null. */
export async function markDue(
  pool: pg.Pool,
  projectIds: string[] | null,
  afterMs: number,
): Promise<void> {
  await pool.query(
    `update status_page_export set due_at = least(due_at, now() + make_interval(secs => $2::float8 / 1000))
      where $1::uuid[] is null or project_id = any($1)`,
    [projectIds, afterMs],
  )
}
