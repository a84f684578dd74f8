import type { Context } from "../../kernel/context.ts"
import { scopeSql, type Limit } from "../../kernel/monitor-scope.ts"
import { countColumns, type MonitorCounts } from "../monitor/list/count-monitors.ts"
import { monitorsOfProject } from "../monitor/monitor-filter.ts"

/** Monitors as every surface counts them, and what is open. */
export type ProjectCounts = MonitorCounts & { openIncidents: number; openAlerts: number }

const within = (type: "monitor" | "incident" | "alert", row: string, limit: Limit) =>
  scopeSql(type, row, limit, () => "$2")
    .map((one) => ` and ${one}`)
    .join("")

const query = (limit: Limit) => `
  select ${countColumns},
         (select count(*)::int from incident r where project_id = $1 and resolved_at is null${within("incident", "r", limit)}) as "openIncidents",
         (select count(*)::int from alert r where project_id = $1 and resolved_at is null${within("alert", "r", limit)}) as "openAlerts"
    from ${monitorsOfProject}
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
