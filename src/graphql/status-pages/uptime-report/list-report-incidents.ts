import type { Services } from "../../../platform/services.ts"

/** Incidents that a report names; it counts all. */
const shown = 100
/** Monitors of incidents that are counted. */
const mostCounted = 5000

export type ReportIncident = { id: string; monitorIds: string[] }

type Row = { id: string; monitorIds: string[]; total: number }
type Wanted = { monitorIds: string[] | null; from: Date; to: Date }

const query = `
  select i.id, count(*) over ()::int as total,
         array(select i.monitor_id where i.monitor_id is not null
                union select monitor_id from incident_monitor where incident_id = i.id) as "monitorIds"
    from incident i
   where i.project_id = $1 and i.started_at < $4 and (i.resolved_at is null or i.resolved_at > $3)
     and ($2::uuid[] is null or i.monitor_id = any($2) or exists (
           select from incident_monitor im where im.incident_id = i.id and im.monitor_id = any($2)))
   order by i.started_at, i.id limit ${mostCounted}`

/** Incidents that touch [from, to), of these monitors or of the whole project, oldest first. */
export async function listReportIncidents(
  { database: { pool } }: Pick<Services, "database">,
  projectId: string,
  { monitorIds, from, to }: Wanted,
) {
  const { rows } = await pool.query<Row>({
    name: "incidents-of-report",
    text: query,
    values: [projectId, monitorIds, from.toISOString(), to.toISOString()],
  })
  const counts = new Map<string, number>()
  for (const id of rows.flatMap((row) => row.monitorIds)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return {
    incidents: rows
      .slice(0, shown)
      .map(({ id, monitorIds }): ReportIncident => ({ id, monitorIds })),
    incidentCount: rows[0]?.total ?? 0,
    countOf: (monitorId: string): number => counts.get(monitorId) ?? 0,
  }
}
