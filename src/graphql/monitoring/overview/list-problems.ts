import type { MonitorStatus } from "../../../../prisma/generated/enums.ts"
import type { Context } from "../../kernel/context.ts"

const problemsShown = 20

/** A monitor that is degraded or offline now. */
export type Problem = {
  monitorId: string
  name: string
  status: MonitorStatus
  since: Date
  reason: string | null
  /** Its open incident; null if there is none. */
  incidentId: string | null
  incidentNumber: number | null
  acknowledgedBy: string | null
  /** Its open alert; null if there is none. */
  alertId: string | null
}

const query = `
  with problem as (
    select m.id, m.name, s.status, s.status_since
      from monitor m join monitor_state s on s.monitor_id = m.id
     where m.project_id = $1 and m.deleted_at is null and m.paused_at is null
       and s.status in ('degraded', 'offline')
     order by s.status desc, s.status_since desc, m.id limit ${problemsShown})
  select p.id as "monitorId", p.name, p.status, p.status_since as since,
         (select reason from status_change where monitor_id = p.id order by seq desc limit 1) as reason,
         i.id as "incidentId", i.number as "incidentNumber", i.acknowledged_by as "acknowledgedBy",
         (select id from alert
           where monitor_id = p.id and project_id = $1 and resolved_at is null
           order by created_at desc, id desc limit 1) as "alertId"
    from problem p
    left join lateral (
      select id, number, acknowledged_by from incident
       where monitor_id = p.id and project_id = $1 and resolved_at is null
       order by number desc limit 1) i on true
   order by p.status desc, p.status_since desc, p.id`

/** List the monitors of a project that are degraded or offline: offline first, then the latest first; at most 20. */
export async function listProblems(ctx: Context, projectId: string): Promise<Problem[]> {
  await ctx.access.require(projectId, "monitors:read")
  await ctx.access.require(projectId, "incidents:read")
  const { rows } = await ctx.database.pool.query<Problem>({
    name: "problems-of-project",
    text: query,
    values: [projectId],
  })
  return rows
}
