import type { Context } from "../../../kernel/context.ts"
import { parse } from "../../../kernel/input.ts"
import type { Limit } from "../../../kernel/monitor-scope.ts"
import {
  filterConditions,
  maintainedInProject,
  monitorFilter,
  monitorsOfProject,
  type MonitorFilter,
  type ParsedFilter,
} from "../monitor-filter.ts"

/**
 * Monitors by what every surface shows for them, each counted once: paused ones as paused, then those in a maintenance
 * window, and only the others by their status. Muted ones count by their status.
 */
export type MonitorCounts = {
  operational: number
  degraded: number
  offline: number
  unknown: number
  inMaintenance: number
  paused: number
  /** Of those in maintenance. */
  offlineInMaintenance: number
  degradedInMaintenance: number
}

const isMaintained = `m.paused_at is null and m.id in (${maintainedInProject})`

const countOf = (name: string, condition: string) =>
  `count(*) filter (where ${condition})::int as "${name}"`

const ofStatus = (status: string) =>
  countOf(status, `m.paused_at is null and s.status = '${status}' and not (${isMaintained})`)

/** The only place that counts monitors: columns over `monitorsOfProject`. */
export const countColumns = [
  ...["operational", "degraded", "offline", "unknown"].map(ofStatus),
  countOf("inMaintenance", isMaintained),
  countOf("paused", "m.paused_at is not null"),
  countOf("offlineInMaintenance", `${isMaintained} and s.status = 'offline'`),
  countOf("degradedInMaintenance", `${isMaintained} and s.status = 'degraded'`),
].join(",\n         ")

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
  const text = `select ${countColumns} from ${monitorsOfProject} where ${conditions.join(" and ")}`
  return { text, values }
}
