import { findingOf } from "../../findings/finding-error.ts"
import { writeFindings } from "../../findings/finding.ts"
import type pg from "pg"
import type { LockedExport } from "./claim-copy.ts"
import type { Store } from "./copy-store.ts"

/**
 * Records what the store holds now; `whole` if every file was checked. Does nothing if another worker has the
 * lease.
 */
export async function settleExport(
  pool: pg.Pool,
  { slug, token }: LockedExport,
  { place }: Store,
  { files, sources }: Pick<LockedExport, "files" | "sources">,
  whole: { version: string } | null,
): Promise<void> {
  await pool.query(
    `update status_page_export
        set place = $3, files = $4, sources = $6, exported_at = now(), failures = 0, last_error = null, last_findings = null,
            version = coalesce($5, version), whole_at = case when $5::text is null then whole_at else now() end,
            lease_token = null, lease_until = null
      where slug = $1 and lease_token = $2`,
    [slug, token, place, files, whole?.version ?? null, sources],
  )
}

/** Deletes the export of a page that is no longer public, once its files are removed. */
export async function forgetExport(pool: pg.Pool, { slug, token }: LockedExport): Promise<void> {
  await pool.query("delete from status_page_export where slug = $1 and lease_token = $2", [
    slug,
    token,
  ])
}

const longestPauseSeconds = 300

/** Schedules a retry with a delay that doubles up to five minutes. Files already written are not written again. */
export async function failExport(
  pool: pg.Pool,
  { slug, token, failures }: LockedExport,
  { place }: Store,
  files: LockedExport["files"],
  error: unknown,
): Promise<void> {
  const pause = Math.min(2 ** failures, longestPauseSeconds)
  await pool.query(
    `update status_page_export
        set place = $3, files = $4, sources = '{}', failures = failures + 1, last_error = '', last_findings = $5,
            due_at = now() + make_interval(secs => $6), lease_token = null, lease_until = null
      where slug = $1 and lease_token = $2`,
    [slug, token, place, files, writeFindings([findingOf(error, "copy_not_written")]), pause],
  )
}
