import { createBatcher } from "../../platform/batch.ts"
import type { Prisma } from "../../platform/postgres.ts"
import type { Services } from "../../platform/services.ts"

/** The labels that access is limited to; null if it is not limited. */
export type Limit = readonly string[] | null

/** A row that belongs to the monitors of a project. Rows without a monitor are beyond every limit. */
export type Subject = {
  type: "monitor" | "alert" | "incident" | "maintenance" | "series" | "correction"
  id: string | null
}

/**
 * What a permission is needed for: one row, or `within` if the caller itself reads or changes only what the limit
 * allows. Without either, it is the whole project, which limited access does not include.
 */
export type About = Subject | "within"

/** As stored: no labels are no limit. */
export const limitOf = (labelIds: readonly string[]): Limit =>
  labelIds.length === 0 ? null : labelIds

/** Selects the ids of all monitors with one of the labels. @param labels an SQL expression of type uuid[]. */
export const monitorsOf = (labels: string): string =>
  `select monitor_id from monitor_label where label_id = any(${labels})`

const linked = (row: string, table: string, column: string, labels: string) =>
  `exists (select from ${table} l where l.${column} = ${row}.id)
   and not exists (select from ${table} l where l.${column} = ${row}.id and l.monitor_id not in (${monitorsOf(labels)}))`

/**
 * Whether a row is within a limit, in SQL. The monitor that failed decides about an incident; what people planned or
 * declared for several monitors is within it if all of them are.
 */
const conditions: Record<Subject["type"], (row: string, labels: string) => string> = {
  monitor: (row, labels) => `${row}.id in (${monitorsOf(labels)})`,
  alert: (row, labels) => `${row}.monitor_id in (${monitorsOf(labels)})`,
  incident: (
    row,
    labels,
  ) => `case when ${row}.monitor_id is not null then ${row}.monitor_id in (${monitorsOf(labels)})
   else ${linked(row, "incident_monitor", "incident_id", labels)} end`,
  maintenance: (row, labels) => linked(row, "maintenance_monitor", "maintenance_id", labels),
  series: (row, labels) => linked(row, "maintenance_series_monitor", "series_id", labels),
  correction: (row, labels) => linked(row, "correction_monitor", "correction_id", labels),
}

/** Conditions that keep rows of a list within a limit; none without a limit. */
export function scopeSql(
  type: Subject["type"],
  row: string,
  limit: Limit,
  bind: (labels: readonly string[]) => string,
): string[] {
  return limit === null ? [] : [`(${conditions[type](row, `${bind(limit)}::uuid[]`)})`]
}

/** The same for Prisma. */
export function monitorScope(limit: Limit): Prisma.MonitorWhereInput {
  return limit === null ? {} : { labels: { some: { labelId: { in: [...limit] } } } }
}

export function alertScope(limit: Limit): Prisma.AlertWhereInput {
  return limit === null ? {} : { monitor: { is: monitorScope(limit) } }
}

export function maintenanceScope(limit: Limit): Prisma.MaintenanceWhereInput {
  if (limit === null) return {}
  return { monitors: { some: {}, every: { monitor: { is: monitorScope(limit) } } } }
}

export function correctionScope(limit: Limit): Prisma.CorrectionWhereInput {
  if (limit === null) return {}
  return { monitors: { some: {}, every: { monitor: { is: monitorScope(limit) } } } }
}

type Asked = { type: Subject["type"]; id: string; labels: readonly string[] }

const tables: Record<Subject["type"], string> = {
  monitor: "monitor",
  alert: "alert",
  incident: "incident",
  maintenance: "maintenance",
  series: "maintenance_series",
  correction: "correction",
}

const statement = `
  select asked.at::int as at from unnest($1::text[], $2::uuid[], $3::text[]) with ordinality as asked (type, id, labels, at)
   where case asked.type ${Object.entries(tables)
     .map(([type, table]) => {
       const within = conditions[type as Subject["type"]]("r", "asked.labels::uuid[]")
       return `when '${type}' then exists (select from ${table} r where r.id = asked.id and ${within})`
     })
     .join("\n")} end`

const loaders = new WeakMap<object, (asked: Asked) => Promise<boolean>>()

/** Whether a row is within a limit; one statement for all calls of a tick. */
export async function isWithin(
  { prisma }: Services["database"],
  labels: readonly string[],
  { type, id }: Subject,
): Promise<boolean> {
  if (id === null) return false
  // Keyed by the client, because that of a transaction sees rows that no other does.
  const load = loaders.get(prisma) ?? createLoader(prisma)
  loaders.set(prisma, load)
  return load({ type, id, labels })
}

const createLoader = (prisma: Services["database"]["prisma"]) =>
  createBatcher(async (all: Asked[]): Promise<boolean[]> => {
    const rows = await prisma.$queryRawUnsafe<{ at: number }[]>(
      statement,
      all.map(({ type }) => type),
      all.map(({ id }) => id),
      all.map(({ labels }) => `{${labels.join(",")}}`),
    )
    const found = new Set(rows.map(({ at }) => at))
    return all.map((_one, at) => found.has(at + 1))
  })
