import { readFindings } from "../../../findings/finding.ts"
import { groupByCause, type Group, type Problem } from "../../../findings/group-by-cause.ts"
import type { Context } from "../../kernel/context.ts"
import { scopeSql, type Limit } from "../../kernel/monitor-scope.ts"
import { maintainedInProject, monitorsOfProject } from "../monitor/monitor-filter.ts"

/** Further problems are not grouped: nobody looks through more, and the reading stays short. */
const mostGrouped = 2000

type Row = {
  id: string
  monitorId: string
  findings: unknown
  reason: string | null
  host: string | null
  url: string | null
}
type Down = { id: string; name: string; parentId: string | null }

const within = (type: "monitor" | "incident" | "alert", row: string, limit: Limit) =>
  scopeSql(type, row, limit, () => "$2")
    .map((one) => ` and ${one}`)
    .join("")

const ofRows = (table: "incident" | "alert") => (limit: Limit) =>
  `
  select r.id, r.monitor_id as "monitorId", r.findings, null as reason, m.host, m.url
    from ${table} r join monitor m on m.id = r.monitor_id
   where r.project_id = $1 and r.resolved_at is null${within(table, "r", limit)}
   order by r.created_at desc, r.id desc limit ${mostGrouped}`

const problems = {
  /** Those in maintenance are no problem now. */
  monitor: (limit: Limit) => `
  select m.id, m.id as "monitorId", c.findings, c.reason, m.host, m.url
    from ${monitorsOfProject}
    left join lateral (
      select findings, reason from status_change where monitor_id = m.id order by seq desc limit 1) c on true
   where m.project_id = $1 and m.deleted_at is null and m.paused_at is null
     and s.status in ('degraded', 'offline') and m.id not in (${maintainedInProject})${within("monitor", "m", limit)}
   order by s.status_since desc, m.id limit ${mostGrouped}`,
  incident: ofRows("incident"),
  alert: ofRows("alert"),
}

const downText = (limit: Limit) => `
  select m.id, m.name, m.parent_id as "parentId" from ${monitorsOfProject}
   where m.project_id = $1 and m.deleted_at is null and m.paused_at is null and s.status = 'offline'${within("monitor", "m", limit)}`

/**
 * Groups the open problems of a project by cause. The caller checks the permission to read them; without monitors:read,
 * hosts and the monitors that others depend on are left out.
 */
export async function readGroups(
  ctx: Context,
  projectId: string,
  of: keyof typeof problems,
): Promise<Group[]> {
  const limit = await ctx.access.limit(projectId)
  const values = [projectId, ...(limit === null ? [] : [limit])]
  const { pool } = ctx.database
  const read = <T extends object>(name: string, text: string) =>
    pool.query<T>({ name: limit === null ? name : `limited-${name}`, text, values })
  const { rows } = await read<Row>(`grouped-${of}s`, problems[of](limit))
  // Nothing has anything in common with itself.
  if (rows.length < 2) return []
  const readsMonitors = (await ctx.access.permissions(projectId)).includes("monitors:read")
  const down = readsMonitors ? (await read<Down>("down-monitors", downText(limit))).rows : []
  const byId = new Map(down.map((one) => [one.id, one]))
  return groupByCause(
    rows.map(({ id, monitorId, findings, reason, host, url }): Problem => ({
      id,
      findings: readFindings(findings, reason),
      host: readsMonitors ? hostOf(host, url) : null,
      root: rootOf(monitorId, byId),
    })),
  )
}

const hostOf = (host: string | null, url: string | null): string | null =>
  host ?? (url !== null && URL.canParse(url) ? new URL(url).hostname : null)

function rootOf(monitorId: string, down: ReadonlyMap<string, Down>): Problem["root"] {
  let root = down.get(monitorId) ?? null
  // As many steps as there are monitors, so that no circle can hold it.
  for (let step = 0; root?.parentId && step < down.size; step++) {
    const parent = down.get(root.parentId)
    if (parent === undefined) break
    root = parent
  }
  return root && { id: root.id, name: root.name }
}
