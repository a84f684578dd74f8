import { z } from "zod"
import { text } from "../../../platform/text-schema.ts"
import type { PageArgs } from "../../kernel/connection.ts"
import { readCursor, readPage, writeCursor, writtenTime } from "../../kernel/connection.ts"
import type { Context } from "../../kernel/context.ts"
import { id, parse } from "../../kernel/input.ts"
import type { Key } from "../../kernel/keyset.ts"
import { openPage } from "../../kernel/keyset.ts"
import type { Limit } from "../../kernel/monitor-scope.ts"
import { monitorsOf } from "../../kernel/monitor-scope.ts"
import type { MonitorFilter } from "./monitor-filter.ts"
import { filterConditions, monitorFilter, monitorsOfProject } from "./monitor-filter.ts"
import type { MonitorRow, ReadRow } from "./row-columns.ts"
import { allColumns, labelColumn, plainColumns, toRows } from "./row-columns.ts"
import { createRowParts } from "./row-parts.ts"
import { rowTypes } from "./row-types.ts"

const gravity = `case when m.paused_at is not null then 5
  else array_position('{offline,degraded,unknown,operational}'::monitor_status[], s.status) end`
const written = text(700)
const number = z.string().regex(/^-?\d{1,12}(\.\d{1,12})?(e[+-]\d{1,2})?$/)

/** Sort keys: an expression that is never null, its type and the schema of its cursor value. */
const keys = {
  NAME: { by: "m.name", type: "text", written },
  CREATED_AT: { by: "m.created_at", type: "timestamptz", written: writtenTime },
  STATUS: { by: `concat(${gravity}, m.name)`, type: "text", written },
  STATUS_SINCE: { by: "s.status_since", type: "timestamptz", written: writtenTime },
  LAST_CHECK_AT: {
    by: "coalesce(s.last_check_at, to_timestamp(0))",
    type: "timestamptz",
    written: writtenTime,
  },
  RESPONSE_TIME: { by: "coalesce(s.last_duration_ms, -1::real)", type: "real", written: number },
  /** Compares bytes: elsewhere the separator would be ignored and labels would mix. */
  LABEL: {
    by: `(case when g.label is null then '1' else '0' || lower(g.label) || chr(1) || g.label end
          || chr(1) || lower(m.name)) collate "C"`,
    type: "text",
    written,
  },
} as const

/** The first label of each monitor, looked up like its state. */
const firstLabels = `cross join lateral (
  select min(l.name) as label from monitor_label ml join label l on l.id = ml.label_id
   where ml.monitor_id = m.id) g`

export type MonitorSort = `${keyof typeof keys}_${"ASC" | "DESC"}`

/** Order of a page, and whether its rows show their labels. */
type Shown = { sort: MonitorSort; hasLabels: boolean }

/**
 * One page of a project's monitors by keyset: rows that appear, disappear or move meanwhile neither repeat nor hide
 * others. By name it reads an index; any other order and filter reads the project's monitors once.
 */
export async function listMonitors(
  ctx: Context,
  projectId: string,
  given: MonitorFilter,
  shown: Shown,
  args: PageArgs,
) {
  const wanted = parse(monitorFilter, given)
  await ctx.access.require(projectId, "monitors:read", "project", "within")
  const limit = await ctx.access.limit(projectId)
  const page = monitorsPage(projectId, wanted, limit, shown, args)
  const { rows } = await ctx.database.pool.query<ReadRow & { key: Key }>(page.statement)
  return page.pageOf(toRows(rows, createRowParts(ctx, projectId, rows)), (row) => [row.key])
}

/** The statement of a page, and how its rows become one. */
export function monitorsPage(
  projectId: string,
  wanted: z.output<typeof monitorFilter>,
  limit: Limit,
  { sort, hasLabels }: Shown,
  args: PageArgs,
) {
  const [name, isDescending] = sort.endsWith("_ASC")
    ? [sort.slice(0, -4), false]
    : [sort.slice(0, -5), true]
  const key = keys[name as keyof typeof keys]
  const page = openPage(args, { name: sort, written: key.written, isDescending })
  const isFiltered = Object.values(wanted).some((value) => value !== undefined && value !== null)
  const sides = page.bounds.map(({ side }) => side)
  const values: unknown[] = [projectId]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = [
    ...filterConditions(wanted, limit, bind),
    ...page.bounds.map(
      (bound) =>
        `(${key.by}, m.id) ${bound.isAbove ? ">" : "<"} (${bind(bound.key)}::${key.type}, ${bind(bound.id)}::uuid)`,
    ),
  ]
  return {
    pageOf: page.pageOf,
    statement: {
      types: rowTypes,
      // Planning costs more than reading; texts with filters are too many to be kept by each connection.
      ...(isFiltered
        ? {}
        : {
            name: [
              limit === null ? "monitor-list" : "limited-monitor-list",
              ...(hasLabels ? ["labels"] : []),
              sort,
              page.direction,
              ...sides,
            ].join("-"),
          }),
      text: `select ${allColumns}, ${hasLabels ? `${labelColumn},` : ""} ${key.by} as key
        from ${monitorsOfProject} ${name === "LABEL" ? firstLabels : ""}
       where ${conditions.join(" and ")}
       order by key ${page.direction}, m.id ${page.direction} limit ${bind(page.take)}`,
      values,
    },
  }
}

const order = "NAME_ASC"
const projectIds = z.object({ projectId: id })

const byName = (columns: string) => `
  select ${columns} from monitor m join monitor_state s on s.monitor_id = m.id
   where m.project_id = $1 and m.deleted_at is null`
const pages = (name: string, columns: string, within: (labels: string) => string) => ({
  first: {
    types: rowTypes,
    name: `${name}-rows`,
    text: `${byName(columns)} ${within("$3::uuid[]")} order by m.name, m.id limit $2`,
  },
  next: {
    types: rowTypes,
    name: `${name}-rows-after`,
    text: `${byName(columns)} and (m.name, m.id) > ($3, $4::uuid) ${within("$5::uuid[]")}
      order by m.name, m.id limit $2`,
  },
})
const prepared = (name: string, columns: string) => ({
  unlimited: pages(name, columns, () => ""),
  limited: pages(`limited-${name}`, columns, (labels) => `and m.id in (${monitorsOf(labels)})`),
})
const plain = prepared("plain-monitor", plainColumns)
const all = prepared("monitor", allColumns)

export type MonitorRows = { rows: MonitorRow[]; hasNextPage: boolean; endCursor: string | null }

/**
 * The same by name without filters, by a prepared statement: for /v1, which reads it often.
 * @param isPlain whether only `plainFields` are needed.
 */
export async function listMonitorRows(
  ctx: Context,
  args: { projectId: string; first?: number | null | undefined; after?: string | null | undefined },
  isPlain: boolean,
): Promise<MonitorRows> {
  const { projectId } = parse(projectIds, args)
  const { rows: size, after } = readPage(args)
  const from = after === null ? null : readCursor(after, order, written, "#/after")
  await ctx.access.require(projectId, "monitors:read", "project", "within")
  const limit = await ctx.access.limit(projectId)
  const columns = isPlain ? plain : all
  const { first, next } = limit === null ? columns.unlimited : columns.limited
  const labels = limit === null ? [] : [limit]
  const { rows } = await ctx.database.pool.query<ReadRow>(
    from === null
      ? { ...first, values: [projectId, size + 1, ...labels] }
      : { ...next, values: [projectId, size + 1, from.key, from.id, ...labels] },
  )
  const hasNextPage = rows.length > size
  const page = hasNextPage ? rows.slice(0, size) : rows
  const last = page.at(-1)
  return {
    rows: toRows(page, createRowParts(ctx, projectId, page)),
    hasNextPage,
    endCursor: last === undefined ? null : writeCursor(order, { key: [last.name], id: last.id }),
  }
}
