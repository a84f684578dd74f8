import type { Services } from "../../../platform/services.ts"

/** The slug of the page that has verified this domain, if visitors can access it; null if there is none. */
export async function readSlugOfHost(
  { database }: Pick<Services, "database">,
  host: string,
): Promise<string | null> {
  const { rows } = await database.pool.query<{ slug: string }>({
    name: "status-page-of-host",
    text: `select p.slug from status_page_domain d join status_page p on p.id = d.page_id
            where d.verified_host = $1 
              and (p.is_public or exists (select from status_page_access where page_id = p.id))`,
    values: [host],
  })
  return rows[0]?.slug ?? null
}
