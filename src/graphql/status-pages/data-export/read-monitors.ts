import {
  filterConditions,
  monitorsOfProject,
  type ParsedFilter,
} from "../../monitoring/monitor/monitor-filter.ts"
import type { ExportScope } from "./export-kind.ts"

const monitorsAtOnce = 200

export type ExportedMonitor = { id: string; seq: number; name: string; createdAt: Date }

/** The monitors that a filter selects, in the order of their creation. */
export async function* readMonitors(
  { database, projectId, limit }: ExportScope,
  wanted: ParsedFilter,
): AsyncGenerator<ExportedMonitor[]> {
  for (let after = 0; ;) {
    const values: unknown[] = [projectId]
    const bind = (value: unknown) => `$${values.push(value)}`
    const conditions = filterConditions(wanted, limit, bind)
    const { rows } = await database.pool.query<ExportedMonitor>({
      text: `select m.id, m.seq, m.name, m.created_at as "createdAt" from ${monitorsOfProject}
              where ${conditions.join(" and ")} and m.seq > ${bind(after)}
              order by m.seq limit ${monitorsAtOnce}`,
      values,
    })
    if (rows.length > 0) yield rows
    after = rows.at(-1)?.seq ?? 0
    if (rows.length < monitorsAtOnce) return
  }
}
