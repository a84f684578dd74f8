import type { Database } from "../../postgres.ts"
import type { Services } from "../../services.ts"
import type { Headline } from "./headline.ts"
import { headlineOf } from "./headline.ts"
import { isSlug } from "./slug.ts"
import type { Language } from "./language.ts"
import type { PublicAnnouncement } from "./view-announcements.ts"
import { readAnnouncements } from "./view-announcements.ts"
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
  /** False for what only those may see who were let in. */
  isPublic: boolean
  /** What it speaks to visitors who ask for no other. */
  language: Language
  headline: Headline
  /** What is said at this moment whatever the components do, the latest first. */
  announcements: PublicAnnouncement[]
  /** What is said later: it is not shown before. */
  announcementsAhead: PublicAnnouncement[]
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
  | "id"
  | "projectId"
  | "slug"
  | "name"
  | "description"
  | "createdAt"
  | "accentColor"
  | "logoTag"
  | "isPublic"
  | "language"
>

const columns = `p.id, p.project_id as "projectId", p.slug, p.name, p.description, p.language,
  p.created_at as "createdAt", p.accent_color as "accentColor", l.tag as "logoTag", p.is_public as "isPublic"`

/**
 * A page as everybody may see it; null for one that is not public and one that never was. Nine statements,
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
    text: `select ${columns} from status_page p left join status_page_logo l on l.page_id = p.id
            where p.slug = $1 and p.is_public`,
    values: [slug],
  })
  return rows[0] === undefined ? null : readView(database, rows[0], now)
}

/** A page whether it is public or not: for whoever may edit it. */
export async function readAnyPage(
  { database }: Pick<Services, "database">,
  pageId: string,
  now: Date,
): Promise<PageView | null> {
  const { rows } = await database.pool.query<Page>({
    name: "any-status-page",
    text: `select ${columns} from status_page p left join status_page_logo l on l.page_id = p.id
            where p.id = $1`,
    values: [pageId],
  })
  return rows[0] === undefined ? null : readView(database, rows[0], now)
}

/** A page that is not public; null for one that is, and for one that never was. Whoever calls has asked who looks. */
export async function readPrivatePage(
  { database }: Pick<Services, "database">,
  slug: string,
  now: Date,
): Promise<PageView | null> {
  if (!isSlug(slug)) return null
  const { rows } = await database.pool.query<Page>({
    name: "private-status-page",
    text: `select ${columns} from status_page p left join status_page_logo l on l.page_id = p.id
            where p.slug = $1 and not p.is_public`,
    values: [slug],
  })
  return rows[0] === undefined ? null : readView(database, rows[0], now)
}

async function readView(database: Database, page: Page, now: Date): Promise<PageView> {
  const { sections, byMonitor } = await readComponents(database, page.id, now)
  const incidents = await readIncidents(database, page.id, byMonitor, now)
  const maintenances = await readMaintenances(database, byMonitor, now)
  const announcements = await readAnnouncements(database, page.id, now)
  const openIncidents = incidents.filter(({ resolvedAt }) => resolvedAt === null)
  const components = sections.flatMap((section) => section.components)
  return {
    ...page,
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
