import type { Services } from "../../services.ts"

/** The slug of the public page that has proved this name; null where there is none. */
export async function readSlugOfHost(
  { database }: Pick<Services, "database">,
  host: string,
): Promise<string | null> {
  const { rows } = await database.pool.query<{ slug: string }>({
    name: "status-page-of-host",
    text: `select p.slug from status_page_domain d join status_page p on p.id = d.page_id
            where d.verified_host = $1 and p.is_public`,
    values: [host],
  })
  return rows[0]?.slug ?? null
}
