import type { Services } from "../../../platform/services.ts"
import type { PageAccess } from "./rules/page-access.ts"
import type { Language } from "./rules/page-language.ts"
import { isSlug } from "./page-slug.ts"

/** A private page and the rule that decides who can open it. */
export type PageEntry = {
  id: string
  projectId: string
  name: string
  language: Language
  /** Null: only members of the project can open the page. */
  access: PageAccess | null
}

/** Null for a public page and for one that does not exist; both take the same time. */
export async function readPageEntry(
  { database }: Pick<Services, "database">,
  slug: string,
): Promise<PageEntry | null> {
  if (!isSlug(slug)) return null
  const { rows } = await database.pool.query<PageEntry>({
    name: "status-page-access",
    text: `select p.id, p.project_id as "projectId", p.name, p.language,
                  case when a.page_id is not null then json_build_object(
                    'kind', a.kind, 'stamp', a.stamp, 'passwordHash', a.password_hash,
                    'emailDomains', a.email_domains) end as access
             from status_page p left join status_page_access a on a.page_id = p.id
            where p.slug = $1 and not p.is_public`,
    values: [slug],
  })
  return rows[0] ?? null
}
