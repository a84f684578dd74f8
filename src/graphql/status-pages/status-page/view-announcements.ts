import type { Database } from "../../../platform/postgres.ts"

export type PublicAnnouncement = {
  id: string
  body: string
  startsAt: Date
  /** Null if it has no end. */
  endsAt: Date | null
}

/** Current and future announcements of a page, latest first. */
export async function readAnnouncements(
  { pool }: Database,
  pageId: string,
  now: Date,
): Promise<PublicAnnouncement[]> {
  const { rows } = await pool.query<PublicAnnouncement>({
    name: "status-page-announcements",
    text: `select id, body, starts_at as "startsAt", ends_at as "endsAt" from status_page_announcement
            where page_id = $1 and (ends_at is null or $2 < ends_at)
            order by starts_at desc, id desc`,
    values: [pageId, now],
  })
  return rows
}
