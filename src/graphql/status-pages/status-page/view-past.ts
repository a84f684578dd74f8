import type { Database } from "../../../platform/postgres.ts"
import { readIncidentsOf, type Named, type PublicIncident } from "./view-incidents.ts"

export type Month = {
  /** Its first instant (UTC), and that of the next month. */
  from: Date
  to: Date
}

export type PastMonth = {
  /** Newest first. */
  incidents: PublicIncident[]
  /** When the page's first incident started; null if there was none. */
  firstAt: Date | null
}

const perMonthAtMost = 200

/** Incidents on a page: those of its monitors, those that affect one of them, and those added manually. */
const shown = `
  select i.id, i.started_at from status_page_resource r join incident i on i.monitor_id = r.monitor_id
   where r.page_id = $1
   union
  select i.id, i.started_at from status_page_resource r
    join incident_monitor im on im.monitor_id = r.monitor_id join incident i on i.id = im.incident_id
   where r.page_id = $1
   union
  select i.id, i.started_at from status_page_incident p join incident i on i.id = p.incident_id
   where p.page_id = $1`

/** Incidents of a page that started in a month, without a limit on age. */
export async function readMonth(
  database: Database,
  pageId: string,
  { from, to }: Month,
): Promise<PastMonth> {
  const { rows } = await database.pool.query<{ ids: string[]; firstAt: Date | null }>({
    name: "status-page-month",
    text: `
      with shown as (${shown})
      select (select min(started_at) from shown) as "firstAt",
             array(select id::text from shown where started_at >= $2 and started_at < $3
                    order by started_at desc, id desc limit ${perMonthAtMost}) as ids`,
    values: [pageId, from, to],
  })
  const { ids = [], firstAt = null } = rows[0] ?? {}
  return { incidents: await readThese(database, pageId, ids), firstAt }
}

export type PastIncident = {
  id: string
  startedAt: Date
  /** Changes with anything that the public can see of it. */
  key: string
}

const pastAtMost = 5000

/** All incidents of a page, newest first, with just enough data to detect changes. */
export async function readPast(
  { pool }: Database,
  pageId: string,
): Promise<readonly PastIncident[]> {
  const { rows } = await pool.query<PastIncident>({
    name: "status-page-past",
    text: `
      with shown as (${shown})
      select i.id::text, i.started_at as "startedAt",
             md5(concat_ws('|', i.updated_at, i.resolved_at, i.title, s.name, s.meaning, v.rank, i.monitor_id,
               (select concat(count(*), ' ', max(at)) from incident_update
                 where incident_id = i.id and is_public),
               (select string_agg(monitor_id::text, ' ' order by monitor_id) from incident_monitor
                 where incident_id = i.id))) as key
        from shown join incident i using (id)
        join state s on s.id = i.state_id join severity v on v.id = i.severity_id
       order by i.started_at desc, i.id desc limit ${pastAtMost}`,
    values: [pageId],
  })
  return rows
}

/** One incident of a page, however long ago; null for one that is not on it. */
export async function readPastIncident(
  database: Database,
  pageId: string,
  incidentId: string,
): Promise<PublicIncident | null> {
  const { rows } = await database.pool.query<{ id: string }>({
    name: "status-page-incident",
    text: `with shown as (${shown}) select id::text from shown where id = $2`,
    values: [pageId, incidentId],
  })
  const [incident] = await readThese(
    database,
    pageId,
    rows.map(({ id }) => id),
  )
  return incident ?? null
}

async function readThese(
  database: Database,
  pageId: string,
  ids: readonly string[],
): Promise<PublicIncident[]> {
  if (ids.length === 0) return []
  const { rows } = await database.pool.query<Named & { monitorId: string }>({
    name: "status-page-names",
    text: `select monitor_id as "monitorId", id, display_name as name from status_page_resource
            where page_id = $1 order by "order", id`,
    values: [pageId],
  })
  const byMonitor = new Map(rows.map(({ monitorId, id, name }) => [monitorId, { id, name }]))
  return readIncidentsOf(database, ids, byMonitor)
}
