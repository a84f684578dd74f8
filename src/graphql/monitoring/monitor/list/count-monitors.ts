import type { Context } from "../../../kernel/context.ts"
import { parse } from "../../../kernel/input.ts"
import type { Limit } from "../../../kernel/monitor-scope.ts"
import {
  filterConditions,
  monitorFilter,
  monitorsOfProject,
  type MonitorFilter,
  type ParsedFilter,
} from "../monitor-filter.ts"

/** Monitors by what a list shows for them: paused monitors count as paused alone. */
export type MonitorCounts = {
  operational: number
  degraded: number
  offline: number
  unknown: number
  paused: number
}

const countOf = (status: string) =>
  `count(*) filter (where m.paused_at is null and s.status = '${status}')::int as ${status}`

const columns = `${["operational", "degraded", "offline", "unknown"].map(countOf).join(", ")},
  count(*) filter (where m.paused_at is not null)::int as paused`

/** Count the monitors that a filter selects by status. Reads the project's monitors once. */
export async function countMonitors(
  ctx: Context,
  projectId: string,
  given: MonitorFilter,
): Promise<MonitorCounts> {
  const wanted = parse(monitorFilter, given)
  await ctx.access.require(projectId, "monitors:read", "project", "within")
  const limit = await ctx.access.limit(projectId)
  const { rows } = await ctx.database.pool.query<MonitorCounts>(
    monitorCounts(projectId, wanted, limit),
  )
  const [counts] = rows
  if (counts === undefined) throw new Error("an aggregate always has one row")
  return counts
}

export function monitorCounts(projectId: string, wanted: ParsedFilter, limit: Limit) {
  const values: unknown[] = [projectId]
  const conditions = filterConditions(wanted, limit, (value) => `$${values.push(value)}`)
  const text = `select ${columns} from ${monitorsOfProject} where ${conditions.join(" and ")}`
  return { text, values }
}
