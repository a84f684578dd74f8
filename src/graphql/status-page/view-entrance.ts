import type { Services } from "../../services.ts"
import type { Door } from "./door.ts"
import type { Language } from "./language.ts"
import { isSlug } from "./slug.ts"

/** What decides who may see a page that is not public. */
export type Entrance = {
  id: string
  projectId: string
  name: string
  language: Language
  /** Null where only members of the project come in. */
  door: Door | null
}

/** Null for a page that is public and for one that never was, after the same work. */
export async function readEntrance(
  { database }: Pick<Services, "database">,
  slug: string,
): Promise<Entrance | null> {
  if (!isSlug(slug)) return null
  const { rows } = await database.pool.query<Entrance>({
    name: "status-page-entrance",
    text: `select p.id, p.project_id as "projectId", p.name, p.language,
                  case when d.page_id is not null then json_build_object(
                    'kind', d.kind, 'stamp', d.stamp, 'passwordHash', d.password_hash,
                    'emailDomains', d.email_domains) end as door
             from status_page p left join status_page_door d on d.page_id = p.id
            where p.slug = $1 and not p.is_public`,
    values: [slug],
  })
  return rows[0] ?? null
}
