import type pg from "pg"
import type { HeldExport } from "./claim.ts"
import type { Store } from "./store.ts"

/**
 * Writes down what is in the store now; `whole` where all files were looked at. Nothing is written where the
 * lease has passed to another.
 */
export async function settleExport(
  pool: pg.Pool,
  { slug, token }: HeldExport,
  { place }: Store,
  { files, sources }: Pick<HeldExport, "files" | "sources">,
  whole: { version: string } | null,
): Promise<void> {
  await pool.query(
    `update status_page_export
        set place = $3, files = $4, sources = $6, exported_at = now(), failures = 0, last_error = null,
            version = coalesce($5, version), whole_at = case when $5::text is null then whole_at else now() end,
            lease_token = null, lease_until = null
      where slug = $1 and lease_token = $2`,
    [slug, token, place, files, whole?.version ?? null, sources],
  )
}

/** The page is not public any more and its files are gone: nothing is left to do. */
export async function forgetExport(pool: pg.Pool, { slug, token }: HeldExport): Promise<void> {
  await pool.query("delete from status_page_export where slug = $1 and lease_token = $2", [
    slug,
    token,
  ])
}

const longestPauseSeconds = 300

/** Tried again after a pause that doubles up to five minutes; what was written so far is not written again. */
export async function failExport(
  pool: pg.Pool,
  { slug, token, failures }: HeldExport,
  { place }: Store,
  files: HeldExport["files"],
  error: unknown,
): Promise<void> {
  const pause = Math.min(2 ** failures, longestPauseSeconds)
  const told = error instanceof Error ? error.message : String(error)
  await pool.query(
    `update status_page_export
        set place = $3, files = $4, sources = '{}', failures = failures + 1, last_error = $5,
            due_at = now() + make_interval(secs => $6), lease_token = null, lease_until = null
      where slug = $1 and lease_token = $2`,
    [slug, token, place, files, told.slice(0, 1000), pause],
  )
}
