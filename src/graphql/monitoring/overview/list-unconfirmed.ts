import { withFindings, type Finding } from "../../../findings/finding.ts"
import type { Context } from "../../kernel/context.ts"
import { monitorsOf } from "../../kernel/monitor-scope.ts"
import { openWindowsSql } from "../../maintenance/window/rules/ongoing.ts"
import { unconfirmedSql } from "../check/rules/unconfirmed-sql.ts"

const shown = 10

/** A monitor whose last checks failed without changing its status yet. */
export type Unconfirmed = {
  monitorId: string
  name: string
  failures: number
  failureThreshold: number
  findings: readonly Finding[]
  nextCheckAt: Date
  /** The end of the maintenance window it is in, the latest; null if there is none. */
  maintenanceEndsAt: Date | null
}

type Row = Omit<Unconfirmed, "findings"> & { reason: string | null; findings: unknown }

const query = (within: string) => `
  select m.id as "monitorId", m.name, u.failures, m.failure_threshold as "failureThreshold", s.last_reason as reason,
         s.last_findings as findings,
         s.last_check_at + make_interval(secs => m.interval_seconds) as "nextCheckAt",
         (select max(ends_at) from (${openWindowsSql("$1")}) w where w.monitor_id = m.id) as "maintenanceEndsAt"
    from monitor m join monitor_state s on s.monitor_id = m.id
         cross join lateral (select ${unconfirmedSql} as failures) u
   where m.project_id = $1 and m.deleted_at is null and m.paused_at is null
     and s.status in ('operational', 'unknown') ${within} and s.last_status in ('degraded', 'offline') and u.failures > 0
   order by s.last_check_at desc, m.id limit ${shown}`

/**
 * List the monitors of a project whose failure waits for its confirmation, the latest first; at most 10. The
 * maintenance window is null without permission to read it.
 */
export async function listUnconfirmed(ctx: Context, projectId: string): Promise<Unconfirmed[]> {
  await ctx.access.require(projectId, "monitors:read", "project", "within")
  const limit = await ctx.access.limit(projectId)
  const { rows } = await ctx.database.pool.query<Row>({
    name: limit === null ? "unconfirmed-of-project" : "limited-unconfirmed-of-project",
    text: query(limit === null ? "" : `and m.id in (${monitorsOf("$2::uuid[]")})`),
    values: [projectId, ...(limit === null ? [] : [limit])],
  })
  const permissions = await ctx.access.permissions(projectId)
  const hidden = permissions.includes("maintenances:read") ? {} : { maintenanceEndsAt: null }
  return rows.map((row) => ({ ...withFindings(row), ...hidden }))
}
