import { randomUUID } from "node:crypto"
import type pg from "pg"

/** A page whose copy is ours to write until the lease ends. */
export type HeldExport = {
  slug: string
  token: string
  place: string
  /** From the name of each file to the digest of what is in it. */
  files: Record<string, string>
  /** From the name of a file that tells of the past to what it was made of. */
  sources: Readonly<Record<string, string>>
  failures: number
  /** Of what the page showed when all of its files were written. */
  version: string
  /** Whether that is so long ago that all are due though nothing seems to have changed. */
  isWholeDue: boolean
}

/** Long enough for a slow bucket; who is killed delays the copy by so much. */
const leaseSeconds = 120
/** Pages written at the same time. */
const atOnce = 8
/** How often a copy is written anew though nothing changed: so that it can tell that we are alive. */
const everySeconds = 60
/** Changes that follow each other this closely are written together. */
export const burstMs = 500

/** Takes up pages that are public and were never exported. */
export async function enlist(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into status_page_export (slug, project_id)
     select slug, project_id from status_page p
      where is_public and not exists (select from status_page_export e where e.slug = p.slug)
     on conflict do nothing`,
  )
}

/** A change meanwhile makes the page due again, so its next time is set before the work begins. */
export async function claimExports(pool: pg.Pool): Promise<HeldExport[]> {
  const { rows } = await pool.query<HeldExport>(
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
 * Writes down what is about to be in the store before it is, so that whoever comes after a crash knows of each file,
 * and holds the page for another while. Until it is settled nothing counts as looked at.
 *
 * @returns false where the lease has passed to another.
 */
export async function holdExport(
  pool: pg.Pool,
  { slug, token }: HeldExport,
  place: string,
  files: HeldExport["files"],
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

/** Has the copies of these projects written after so long at the latest; of all where null. */
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
