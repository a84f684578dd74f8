import type { Context } from "../../kernel/context.ts"
import { scopeSql, type Limit } from "../../kernel/monitor-scope.ts"
import { openWindowsSql } from "../../maintenance/window/rules/ongoing.ts"

/** Monitors by what a list shows for them, and what is open; paused monitors count as paused alone. */
export type ProjectCounts = {
  operational: number
  degraded: number
  offline: number
  unknown: number
  paused: number
  /** In maintenance now and not paused; the statuses above include them. */
  inMaintenance: number
  offlineInMaintenance: number
  degradedInMaintenance: number
  openIncidents: number
  openAlerts: number
}

const countOf = (status: string) =>
  `count(*) filter (where m.paused_at is null and s.status = '${status}')::int as ${status}`

const within = (type: "monitor" | "incident" | "alert", row: string, limit: Limit) =>
  scopeSql(type, row, limit, () => "$2")
    .map((one) => ` and ${one}`)
    .join("")

const isMaintained = "m.paused_at is null and w.monitor_id is not null"

const query = (limit: Limit) => `
  with open_window as (select distinct monitor_id from (${openWindowsSql("$1")}) w)
  select ${["operational", "degraded", "offline", "unknown"].map(countOf).join(", ")},
         count(*) filter (where m.paused_at is not null)::int as paused,
         count(*) filter (where ${isMaintained})::int as "inMaintenance",
         count(*) filter (where ${isMaintained} and s.status = 'offline')::int as "offlineInMaintenance",
         count(*) filter (where ${isMaintained} and s.status = 'degraded')::int as "degradedInMaintenance",
         (select count(*)::int from incident r where project_id = $1 and resolved_at is null${within("incident", "r", limit)}) as "openIncidents",
         (select count(*)::int from alert r where project_id = $1 and resolved_at is null${within("alert", "r", limit)}) as "openAlerts"
    from monitor m join monitor_state s on s.monitor_id = m.id
    left join open_window w on w.monitor_id = m.id
   where m.project_id = $1 and m.deleted_at is null${within("monitor", "m", limit)}`

/**
 * Count a project's live monitors by status, its open incidents and its open alerts, in one statement. The caller
 * checks the permission of each count that it shows.
 */
export async function countProject(ctx: Context, projectId: string): Promise<ProjectCounts> {
  await ctx.access.require(projectId, "project:read", "project", "within")
  const limit = await ctx.access.limit(projectId)
  const { rows } = await ctx.database.pool.query<ProjectCounts>({
    name: limit === null ? "count-project" : "limited-count-project",
    text: query(limit),
    values: [projectId, ...(limit === null ? [] : [limit])],
  })
  const [counts] = rows
  if (counts === undefined) throw new Error("an aggregate always has one row")
  return counts
}
