import type {
  Alert,
  Incident,
  Monitor,
  Severity,
  State,
} from "../../../../prisma/generated/client.ts"
import type { Database } from "../../../platform/postgres.ts"
import { Prisma } from "../../../../prisma/generated/browser.ts"
import { columnOf, columnsOf } from "../../kernel/columns.ts"
import { markWhole } from "../../kernel/whole-row.ts"

export type Row = Incident | Alert

/** What is read of a relation: all columns, or also relations of its own. */
type Asked = true | Record<string, unknown>

const textOf = (table: string, fields: Record<string, string>) =>
  `select ${columnsOf(Object.values(fields), "r")} from ${table} r where r.id = any($1)`

/** All columns of rows by their ids. */
const texts = {
  monitor: textOf("monitor", Prisma.MonitorScalarFieldEnum),
  incident: textOf("incident", Prisma.IncidentScalarFieldEnum),
}

const columns = {
  state: Object.values(Prisma.StateScalarFieldEnum) as string[],
  severity: Object.values(Prisma.SeverityScalarFieldEnum) as string[],
}
const allColumns = [...new Set([...columns.state, ...columns.severity])]

/** Columns that the table lacks are null. */
const workflowOf = (table: keyof typeof columns, ids: string) =>
  `select ${allColumns
    .map(
      (name) => `${columns[table].includes(name) ? `r."${columnOf(name)}"` : "null"} as "${name}"`,
    )
    .join(", ")} from ${table} r where r.id = any(${ids})`

const workflowText = `${workflowOf("state", "$1")} union all ${workflowOf("severity", "$2")}`

/**
 * Read the relations that lists show, once for all rows: a prepared statement for each costs a tenth of Prisma's, which
 * reads everything else that may be selected.
 */
export async function attachRelations<Found extends Row>(
  database: Database,
  rows: Found[],
  selected: object,
): Promise<Found[]> {
  if ("select" in selected) return readByPrisma(database, rows, selected)
  const include = "include" in selected ? (selected.include as Record<string, Asked>) : {}
  const { state, severity, monitor, incident, ...others } = include
  if (Object.keys(others).length > 0 || isDeep(state) || isDeep(severity)) {
    return readByPrisma(database, rows, selected)
  }
  const [workflow, monitors, incidents] = await Promise.all([
    (state || severity) && readWorkflow(database, rows),
    monitor && readMonitors(database, distinct(rows, "monitorId"), monitor),
    incident && readIncidents(database, distinct(rows, "incidentId"), incident),
  ])
  return rows.map((row) => ({
    ...row,
    ...(state && { state: workflow?.get(row.stateId) }),
    ...(severity && { severity: workflow?.get(row.severityId) }),
    ...(monitors && { monitor: monitors.get(row.monitorId ?? "") ?? null }),
    ...(incidents && { incident: incidents.get(incidentOf(row) ?? "") ?? null }),
  }))
}

const isDeep = (asked: Asked | undefined): asked is Record<string, unknown> =>
  typeof asked === "object" && Object.keys(asked).length > 0

const incidentOf = (row: Row) => ("incidentId" in row ? row.incidentId : null)

type Reference = "stateId" | "severityId" | "monitorId" | "incidentId"

const distinct = (rows: Row[], name: Reference): string[] => [
  ...new Set(
    rows.flatMap((row) => {
      const id = name === "incidentId" ? incidentOf(row) : row[name]
      return id === null ? [] : [id]
    }),
  ),
]

/** Reads states and severities by one statement: a statement costs more than the few rows. */
async function readWorkflow(
  { pool }: Database,
  rows: Row[],
): Promise<Map<string, State | Severity>> {
  if (rows.length === 0) return new Map()
  const found = await pool.query<State | Severity>({
    name: "listed-workflow",
    text: workflowText,
    values: [distinct(rows, "stateId"), distinct(rows, "severityId")],
  })
  return byId(markWhole(found.rows))
}

/** Rows by their ids. */
const byId = <One extends { id: string }>(rows: One[]) => new Map(rows.map((row) => [row.id, row]))

async function readPlain<One extends { id: string }>(
  { pool }: Database,
  table: keyof typeof texts,
  ids: string[],
): Promise<Map<string, One>> {
  if (ids.length === 0) return new Map()
  const name = `listed-${table}`
  const { rows } = await pool.query<One>({ name, text: texts[table], values: [ids] })
  return byId(markWhole(rows))
}

/** Drops rows that were deleted meanwhile. */
async function readByPrisma<Found extends Row>(
  { prisma }: Database,
  rows: Found[],
  selected: object,
): Promise<Found[]> {
  const one = rows[0]
  if (one === undefined) return []
  const where = { id: { in: rows.map(({ id }) => id) } }
  const read = await ("incidentId" in one
    ? prisma.alert.findMany({ ...selected, where })
    : prisma.incident.findMany({ ...selected, where }))
  const found = byId(read as Found[])
  return rows.flatMap(({ id }) => found.get(id) ?? [])
}

async function readMonitors(database: Database, ids: string[], asked: Asked) {
  if (!isDeep(asked)) return readPlain<Monitor>(database, "monitor", ids)
  return byId(await database.prisma.monitor.findMany({ ...asked, where: { id: { in: ids } } }))
}

async function readIncidents(database: Database, ids: string[], asked: Asked) {
  if (!isDeep(asked)) return readPlain<Incident>(database, "incident", ids)
  return byId(await database.prisma.incident.findMany({ ...asked, where: { id: { in: ids } } }))
}
