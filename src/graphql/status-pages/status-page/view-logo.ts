import type { Services } from "../../../platform/services.ts"

/** The logo of a page; null if it has none. The caller has checked that the page is public. */
export async function readLogo({ database }: Pick<Services, "database">, pageId: string) {
  const { rows } = await database.pool.query<{ type: string; bytes: Buffer }>({
    name: "status-page-logo",
    text: "select type, bytes from status_page_logo where page_id = $1",
    values: [pageId],
  })
  return rows[0] ?? null
}
