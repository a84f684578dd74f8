import type { Alert, Incident } from "../../../../prisma/generated/client.ts"
import { conditionsOf, type Filter } from "../../incidents/list/list-conditions.ts"
import { pageText, type Bound } from "../../incidents/list/list-statement.ts"
import type { ExportScope } from "./export-kind.ts"

const rowsAtOnce = 1000

type Models = { incident: Incident; alert: Alert }

/** Names of what a row refers to. */
export type Named<Row> = Row & {
  state: string
  severity: string
  monitor: string | null
  assignee: string | null
  incidentNumber: number | null
}

const named = (subject: keyof Models, page: string) => `
  select r.*, s.name as state, v.name as severity, m.name as monitor,
         ${subject === "alert" ? 'u.name as assignee, i.number as "incidentNumber"' : 'null as assignee, null as "incidentNumber"'}
    from (${page}) r
    join state s on s.id = r."stateId"
    join severity v on v.id = r."severityId"
    left join monitor m on m.id = r."monitorId"
    ${subject === "alert" ? 'left join "user" u on u.id = r."assigneeId" left join incident i on i.id = r."incidentId"' : ""}
   order by r."createdAt" desc, r.id desc`

/** Incidents or alerts that a list's filter selects, newest first. */
export async function* readCases<Subject extends keyof Models>(
  { database, projectId, limit }: ExportScope,
  subject: Subject,
  wanted: Filter,
): AsyncGenerator<Named<Models[Subject]>[]> {
  let bounds: Bound[] = []
  for (;;) {
    const values: unknown[] = [projectId]
    const bind = (value: unknown) => `$${values.push(value)}`
    const conditions = await conditionsOf(database, { projectId, limit, subject, wanted }, bind)
    const order = { name: "createdAt", direction: "desc", bounds, take: rowsAtOnce } as const
    const { rows } = await database.pool.query<Named<Models[Subject]>>({
      text: named(subject, pageText(subject, conditions, order, bind)),
      values,
    })
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsAtOnce) return
    bounds = [{ key: [last.createdAt], id: last.id, isAbove: false }]
  }
}
