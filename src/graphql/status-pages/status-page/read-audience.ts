import type { Database } from "../../../platform/postgres.ts"
import type { PublicIncident } from "./view-incidents.ts"
import { readPastIncident } from "./view-past.ts"

/** A status page that shows an incident, with its subscribers. */
export type Audience = {
  pageId: string
  /** Null before it is declared. */
  incidentId: string | null
  isPublic: boolean
  /** True if a person added the incident to the page. */
  isAdded: boolean
  /** True if the page shows one of its monitors, so that it cannot be hidden. */
  isAutomatic: boolean
  /** Names of the affected components on this page, in order. */
  components: string[]
  /** Confirmed subscribers who are notified of its public updates; none of a private page. */
  subscribers: number
}

type Subject = {
  projectId: string
  /** Null before it is declared. */
  incidentId: string | null
  /** Monitors that it affects beyond those that are stored. */
  monitorIds?: readonly string[]
}

/** The pages of the project that show an incident, by name; the same rule sends notices to subscribers. */
export async function readAudience(
  { pool }: Database,
  { projectId, incidentId, monitorIds = [] }: Subject,
): Promise<Audience[]> {
  const { rows } = await pool.query<Audience>({
    name: "incident-audience",
    text: `
      with concerned as (
        select monitor_id from incident where id = $1::uuid and monitor_id is not null
        union select monitor_id from incident_monitor where incident_id = $1::uuid
        union select unnest($2::uuid[])
      ), shown as (
        select r.page_id, r.id, r.display_name, r."order"
          from status_page_resource r join concerned using (monitor_id)
      ), pages as (
        select page_id from shown union select page_id from status_page_incident where incident_id = $1::uuid)
      select p.id as "pageId", $1::text as "incidentId", p.is_public as "isPublic",
             exists (select from status_page_incident a
                      where a.page_id = p.id and a.incident_id = $1::uuid) as "isAdded",
             exists (select from shown where shown.page_id = p.id) as "isAutomatic",
             array(select display_name from shown where page_id = p.id order by "order", id) as components,
             (select count(*)::int from status_page_subscriber s
               where p.is_public and s.page_id = p.id and s.confirmed_at is not null
                 and (s.is_whole_page or exists (
                   select from status_page_subscriber_resource c join shown on shown.id = c.resource_id
                    where c.subscriber_id = s.id))) as subscribers
        from pages join status_page p on p.id = pages.page_id
       where p.project_id = $3::uuid
       order by p.name, p.id limit 100`,
    values: [incidentId, monitorIds, projectId],
  })
  return rows
}

/** What visitors of the page read of the incident now; null before it is declared. */
export const readShown = async (
  database: Database,
  { pageId, incidentId }: Audience,
): Promise<PublicIncident | null> =>
  incidentId === null ? null : readPastIncident(database, pageId, incidentId)
