import type { Database } from "../../../platform/postgres.ts"
import type { Services } from "../../../platform/services.ts"
import { headlineOf, type Headline } from "./rules/page-headline.ts"
import { lookOf, type PageLook } from "./rules/page-look.ts"
import { isSlug } from "./page-slug.ts"
import type { Language } from "./rules/page-language.ts"
import { readAnnouncements, type PublicAnnouncement } from "./view-announcements.ts"
import { readComponents, type Section } from "./view-components.ts"
import { readIncidents, type PublicIncident } from "./view-incidents.ts"
import { readMaintenances, type PublicMaintenance } from "./view-maintenances.ts"

/** Everything that a page, its badge and its feeds show, at one time. */
export type PageView = {
  id: string
  projectId: string
  slug: string
  name: string
  description: string | null
  createdAt: Date
  look: PageLook
  /** Changes with the page's logo; null if it has none. */
  logoTag: string | null
  /** The same of the one for dark backgrounds. */
  darkLogoTag: string | null
  /** False for a page that requires access. */
  isPublic: boolean
  /** Default language, for visitors whose browser requests no supported one. */
  language: Language
  headline: Headline
  /** Current announcements, latest first. */
  announcements: PublicAnnouncement[]
  /** Future announcements, which are not shown yet. */
  announcementsAhead: PublicAnnouncement[]
  /** Groups in order, then ungrouped components; empty groups are omitted. */
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
  | "id"
  | "projectId"
  | "slug"
  | "name"
  | "description"
  | "createdAt"
  | "logoTag"
  | "darkLogoTag"
  | "isPublic"
  | "language"
> & { look: Record<keyof PageLook, unknown> }

const columns = `p.id, p.project_id as "projectId", p.slug, p.name, p.description, p.language,
  p.created_at as "createdAt", l.tag as "logoTag", l.dark_tag as "darkLogoTag", p.is_public as "isPublic",
  json_build_object('accentColor', p.accent_color, 'theme', p.theme, 'font', p.font, 'density', p.density,
    'links', p.links, 'customCss', p.custom_css, 'showsMaker', p.shows_maker,
    'showsCorrections', p.shows_corrections) as look`

/** A public page; null for private and unknown pages. Nine statements regardless of its size. */
export const readPublicPage = (services: Pick<Services, "database">, slug: string, now: Date) =>
  readBySlug(services, slug, now, {
    name: "public-status-page",
    text: `select ${columns} from status_page p left join status_page_logo l on l.page_id = p.id
            where p.slug = $1 and p.is_public`,
  })

/** A page, public or not, for people who may edit it, with parts of a look that is not saved. */
export async function readAnyPage(
  { database }: Pick<Services, "database">,
  pageId: string,
  now: Date,
  changed: Partial<PageLook> = {},
): Promise<PageView | null> {
  const { rows } = await database.pool.query<Page>({
    name: "any-status-page",
    text: `select ${columns} from status_page p left join status_page_logo l on l.page_id = p.id
            where p.id = $1`,
    values: [pageId],
  })
  return rows[0] === undefined ? null : readView(database, rows[0], now, changed)
}

/** A private page; null for public and unknown pages. The caller has checked access. */
export const readPrivatePage = (services: Pick<Services, "database">, slug: string, now: Date) =>
  readBySlug(services, slug, now, {
    name: "private-status-page",
    text: `select ${columns} from status_page p left join status_page_logo l on l.page_id = p.id
            where p.slug = $1 and not p.is_public`,
  })

async function readBySlug(
  services: Pick<Services, "database">,
  slug: string,
  now: Date,
  statement: { name: string; text: string },
): Promise<PageView | null> {
  // No odd byte of an address reaches the database.
  if (!isSlug(slug)) return null
  return services.database.read(async (database) => {
    const { rows } = await database.pool.query<Page>({ ...statement, values: [slug] })
    return rows[0] === undefined ? null : readView(database, rows[0], now)
  })
}

async function readView(
  database: Database,
  page: Page,
  now: Date,
  changed: Partial<PageLook> = {},
): Promise<PageView> {
  const look = { ...lookOf(page.look), ...changed }
  const { sections, byMonitor } = await readComponents(database, { id: page.id, look }, now)
  const incidents = await readIncidents(database, page.id, byMonitor, now)
  const maintenances = await readMaintenances(database, byMonitor, now)
  const announcements = await readAnnouncements(database, page.id, now)
  const openIncidents = incidents.filter(({ resolvedAt }) => resolvedAt === null)
  const components = sections.flatMap((section) => section.components)
  return {
    ...page,
    look,
    headline: headlineOf(
      components,
      openIncidents.map(({ impact }) => impact),
    ),
    announcements: announcements.filter(({ startsAt }) => startsAt <= now),
    announcementsAhead: announcements.filter(({ startsAt }) => now < startsAt),
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
