import type { Context } from "../../kernel/context.ts"

/** Monitors by what a list shows for them, and what is open; paused monitors count as paused alone. */
export type ProjectCounts = {
  operational: number
  degraded: number
  offline: number
  unknown: number
  paused: number
  openIncidents: number
  openAlerts: number
}

const countOf = (status: string) =>
  `count(*) filter (where m.paused_at is null and s.status = '${status}')::int as ${status}`

const query = `
  select ${["operational", "degraded", "offline", "unknown"].map(countOf).join(", ")},
         count(*) filter (where m.paused_at is not null)::int as paused,
         (select count(*)::int from incident where project_id = $1 and resolved_at is null) as "openIncidents",
         (select count(*)::int from alert where project_id = $1 and resolved_at is null) as "openAlerts"
    from monitor m join monitor_state s on s.monitor_id = m.id
   where m.project_id = $1 and m.deleted_at is null`

/** Count a project's live monitors by status, its open incidents and its open alerts, in one statement. */
export async function countProject(ctx: Context, projectId: string): Promise<ProjectCounts> {
  for (const permission of ["monitors:read", "incidents:read", "alerts:read"] as const) {
    await ctx.access.require(projectId, permission)
  }
  const { rows } = await ctx.database.pool.query<ProjectCounts>({
    name: "count-project",
    text: query,
    values: [projectId],
  })
  const [counts] = rows
  if (counts === undefined) throw new Error("an aggregate always has one row")
  return counts
}
