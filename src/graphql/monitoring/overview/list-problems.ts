import type { MonitorStatus } from "../../../../prisma/generated/enums.ts"
import { withFindings, type Finding } from "../../../findings/finding.ts"
import type { Context } from "../../kernel/context.ts"
import { monitorsOf } from "../../kernel/monitor-scope.ts"
import { openWindowsSql } from "../../maintenance/window/rules/ongoing.ts"

const problemsShown = 20
const mostNamed = 100

/** A monitor that is degraded or offline now. */
export type Problem = {
  monitorId: string
  name: string
  status: MonitorStatus
  since: Date
  findings: readonly Finding[]
  /** Its open incident; null if there is none. */
  incidentId: string | null
  incidentNumber: number | null
  /** Who acknowledged the incident, or the alert if there is no incident, and when. */
  acknowledgedBy: string | null
  acknowledgedAt: Date | null
  /** Its open alert; null if there is none. */
  alertId: string | null
  /** The end of the maintenance window it is in, the latest; null if there is none. */
  maintenanceEndsAt: Date | null
}

/** Of the monitors in $2, or of all others, at most $3; $5 are the labels of a limit. */
const query = (within: string) => `
  with open_window as (
    select monitor_id, max(ends_at) as ends_at from (${openWindowsSql("$1")}) w group by monitor_id),
  problem as (
    select m.id, m.name, s.status, s.status_since, w.ends_at
      from monitor m join monitor_state s on s.monitor_id = m.id
           left join open_window w on w.monitor_id = m.id
     where m.project_id = $1 and m.deleted_at is null and m.paused_at is null
       and s.status in ('degraded', 'offline')
       and (m.id = any($2::uuid[])) = $4::boolean ${within}
     order by w.monitor_id is not null, s.status desc, s.status_since desc, m.id limit $3)
  select p.id as "monitorId", p.name, p.status, p.status_since as since,
         c.reason, c.findings,
         i.id as "incidentId", i.number as "incidentNumber", i.acknowledged_by as "incidentAcknowledgedBy",
         i.acknowledged_at as "incidentAcknowledgedAt",
         a.id as "alertId", a.acknowledged_by as "alertAcknowledgedBy", a.acknowledged_at as "alertAcknowledgedAt",
         p.ends_at as "maintenanceEndsAt"
    from problem p
    left join lateral (
      select reason, findings from status_change where monitor_id = p.id order by seq desc limit 1) c on true
    left join lateral (
      select id, number, acknowledged_by, acknowledged_at from incident
       where monitor_id = p.id and project_id = $1 and resolved_at is null
       order by number desc limit 1) i on true
    left join lateral (
      select id, acknowledged_by, acknowledged_at from alert
       where monitor_id = p.id and project_id = $1 and resolved_at is null
       order by created_at desc, id desc limit 1) a on true
   order by p.ends_at is not null, p.status desc, p.status_since desc, p.id`

type Acknowledged = { acknowledgedBy: string | null; acknowledgedAt: Date | null }

type Row = Omit<Problem, "findings" | keyof Acknowledged> & {
  reason: string | null
  findings: unknown
  incidentAcknowledgedBy: string | null
  incidentAcknowledgedAt: Date | null
  alertAcknowledgedBy: string | null
  alertAcknowledgedAt: Date | null
}

/** The incident's acknowledgement is that of its alerts. */
function shown(row: Row, may: { readIncidents: boolean; readAlerts: boolean }): Problem {
  const {
    incidentAcknowledgedBy,
    incidentAcknowledgedAt,
    alertAcknowledgedBy,
    alertAcknowledgedAt,
    ...problem
  } = row
  const isOfIncident = may.readIncidents && row.incidentId !== null
  const acknowledged: Acknowledged = isOfIncident
    ? { acknowledgedBy: incidentAcknowledgedBy, acknowledgedAt: incidentAcknowledgedAt }
    : may.readAlerts
      ? { acknowledgedBy: alertAcknowledgedBy, acknowledgedAt: alertAcknowledgedAt }
      : { acknowledgedBy: null, acknowledgedAt: null }
  return { ...withFindings(problem), ...acknowledged }
}

const noIncident = { incidentId: null, incidentNumber: null } as const

/** Only these monitors, at most 100; or all but those, at most 20. */
export type Which = { only: readonly string[] } | { without: readonly string[] }

/**
 * List the monitors of a project that are degraded or offline: those in maintenance last, offline first, then the
 * latest. The incident, the alert and the maintenance window are null without permission to read them.
 */
export async function listProblems(
  ctx: Context,
  projectId: string,
  which: Which = { without: [] },
): Promise<Problem[]> {
  await ctx.access.require(projectId, "monitors:read", "project", "within")
  const limit = await ctx.access.limit(projectId)
  const isOnly = "only" in which
  const ids = isOnly ? which.only : which.without
  const most = isOnly ? mostNamed : problemsShown
  const { rows } = await ctx.database.pool.query<Row>({
    name: limit === null ? "problems-of-project" : "limited-problems-of-project",
    text: query(limit === null ? "" : `and m.id in (${monitorsOf("$5::uuid[]")})`),
    values: [projectId, ids, most, isOnly, ...(limit === null ? [] : [limit])],
  })
  const permissions = await ctx.access.permissions(projectId)
  const may = {
    readIncidents: permissions.includes("incidents:read"),
    readAlerts: permissions.includes("alerts:read"),
  }
  const hidden: Partial<Problem> = {
    ...(!may.readIncidents && noIncident),
    ...(!may.readAlerts && { alertId: null }),
    ...(!permissions.includes("maintenances:read") && { maintenanceEndsAt: null }),
  }
  return rows.map((row) => ({ ...shown(row, may), ...hidden }))
}
