import type { Database } from "../../../platform/postgres.ts"

export type PublicMaintenance = {
  id: string
  title: string
  description: string
  startsAt: Date
  endsAt: Date
  /** Null if it does not recur. */
  seriesId: string | null
  /** The page's resources that it is about. */
  componentIds: string[]
  /** When it was scheduled, and when it last changed, began or ended. */
  createdAt: Date
  updatedAt: Date
}

type Row = Omit<PublicMaintenance, "componentIds"> & { monitorIds: string[] }

const pastDays = 90
const atMost = 100

/**
 * Windows of a page's monitors that were not cancelled: future, ongoing and of the last 90 days, earliest first.
 * Classified by their times rather than state, because the job that sets it may be late.
 */
export async function readMaintenances(
  { pool }: Database,
  byMonitor: ReadonlyMap<string, { id: string }>,
  now: Date,
): Promise<PublicMaintenance[]> {
  const { rows } = await pool.query<Row>({
    name: "status-page-maintenances",
    text: `
      select * from (
        select w.id, w.title, w.description, w.starts_at as "startsAt", w.ends_at as "endsAt",
               w.series_id as "seriesId", w.created_at as "createdAt",
               w.updated_at as "updatedAt", array_agg(mm.monitor_id::text) as "monitorIds"
          from maintenance w
          join maintenance_monitor mm on mm.maintenance_id = w.id and mm.monitor_id = any($1)
         where w.state <> 'cancelled' and w.ends_at > $2::timestamptz - interval '${pastDays} days'
         group by w.id
         order by abs(extract(epoch from w.starts_at - $2::timestamptz)), w.id limit ${atMost}) near
       order by "startsAt", id`,
    values: [[...byMonitor.keys()], now],
  })
  return rows.map(({ monitorIds, ...row }) => ({
    ...row,
    componentIds: [...byMonitor].flatMap(([monitorId, { id }]) =>
      monitorIds.includes(monitorId) ? [id] : [],
    ),
  }))
}
