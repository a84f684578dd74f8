import type { Services } from "../../services.ts"
import type { Headline } from "./headline.ts"
import { headlineOf } from "./headline.ts"
import { isSlug } from "./slug.ts"
import type { Section } from "./view-components.ts"
import { readComponents } from "./view-components.ts"
import type { PublicIncident } from "./view-incidents.ts"
import { readIncidents } from "./view-incidents.ts"
import type { PublicMaintenance } from "./view-maintenances.ts"
import { readMaintenances } from "./view-maintenances.ts"

/** Everything that a page, its badge and its feeds tell, at one moment. */
export type PageView = {
  id: string
  projectId: string
  slug: string
  name: string
  description: string | null
  createdAt: Date
  /** #rrggbb; null for the usual look. */
  accentColor: string | null
  /** Tells the page's logo from the one before; null where it has none. */
  logoTag: string | null
  headline: Headline
  /** Groups in order, then what stands below them; none is empty. */
  sections: Section[]
  /** Newest first. */
  openIncidents: PublicIncident[]
  pastIncidents: PublicIncident[]
  /** Earliest first. */
  maintenances: {
    ongoing: PublicMaintenance[]
    ahead: PublicMaintenance[]
    past: PublicMaintenance[]
  }
  at: Date
}

type Page = Pick<
  PageView,
  "id" | "projectId" | "slug" | "name" | "description" | "createdAt" | "accentColor" | "logoTag"
>

/**
 * A page as everybody may see it; null for one that is not public and one that never was. Seven statements,
 * whatever it shows.
 */
export async function readPublicPage(
  { database }: Pick<Services, "database">,
  slug: string,
  now: Date,
): Promise<PageView | null> {
  // No odd byte of an address reaches the database.
  if (!isSlug(slug)) return null
  const { rows } = await database.pool.query<Page>({
    name: "public-status-page",
    text: `select p.id, p.project_id as "projectId", p.slug, p.name, p.description,
                  p.created_at as "createdAt", p.accent_color as "accentColor", l.tag as "logoTag"
             from status_page p left join status_page_logo l on l.page_id = p.id
            where p.slug = $1 and p.is_public`,
    values: [slug],
  })
  const page = rows[0]
  if (page === undefined) return null
  const { sections, byMonitor } = await readComponents(database, page.id, now)
  const incidents = await readIncidents(database, page.id, byMonitor, now)
  const maintenances = await readMaintenances(database, byMonitor, now)
  const openIncidents = incidents.filter(({ resolvedAt }) => resolvedAt === null)
  const components = sections.flatMap((section) => section.components)
  return {
    ...page,
    headline: headlineOf(
      components,
      openIncidents.map(({ impact }) => impact),
    ),
    sections,
    openIncidents,
    pastIncidents: incidents.filter(({ resolvedAt }) => resolvedAt !== null),
    maintenances: {
      ongoing: maintenances.filter(({ startsAt, endsAt }) => startsAt <= now && now < endsAt),
      ahead: maintenances.filter(({ startsAt }) => now < startsAt),
      past: maintenances.filter(({ endsAt }) => endsAt <= now),
    },
    at: now,
  }
}
