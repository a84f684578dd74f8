import type { FieldNode, GraphQLResolveInfo } from "graphql"
import { z } from "zod"
import { text } from "../../../../platform/text-schema.ts"
import {
  readCursor,
  readPage,
  writeCursor,
  writtenTime,
  type PageArgs,
} from "../../../kernel/connection.ts"
import type { Context } from "../../../kernel/context.ts"
import { id, parse } from "../../../kernel/input.ts"
import { openPage, type Key } from "../../../kernel/keyset.ts"
import { monitorsOf, type Limit } from "../../../kernel/monitor-scope.ts"
import { selects, selectsOnly } from "../../../kernel/selected-fields.ts"
import { markChecked } from "../../../kernel/last-checked.ts"
import { markWhole } from "../../../kernel/whole-row.ts"
import {
  filterConditions,
  monitorFilter,
  monitorsOfProject,
  type MonitorFilter,
} from "../monitor-filter.ts"
import { columns, fieldsWithin, labelColumn, type Extent, type MonitorRow } from "../row-columns.ts"
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

/** What a page reads of its rows. */
type Read = { extent: Extent; hasLabels: boolean }

/** By the node of a document, which is parsed once. */
const reads = new WeakMap<FieldNode, Read>()

/** What a request needs of the monitors that it selects at a path below a field. */
export function readOf(info: GraphQLResolveInfo, path: readonly string[]): Read {
  const [node, ...others] = info.fieldNodes
  if (node === undefined || others.length > 0) return findRead(info, path)
  const read = reads.get(node) ?? findRead(info, path)
  reads.set(node, read)
  return read
}

const findRead = (info: GraphQLResolveInfo, path: readonly string[]): Read => ({
  extent: selectsOnly(info, fieldsWithin.plain, path)
    ? "plain"
    : selectsOnly(info, fieldsWithin.list, path)
      ? "list"
      : "whole",
  hasLabels: selects(info, [...path, "labels"]),
})

/** Resolvers of other fields take the times of a whole row as dates. */
const typesOf = ({ extent }: Read) => (extent === "whole" ? {} : { types: rowTypes })

const columnsOf = ({ extent, hasLabels }: Read) =>
  hasLabels ? `${columns[extent]}, ${labelColumn}` : columns[extent]

const nameOf = ({ extent, hasLabels }: Read) => (hasLabels ? `${extent}-labels` : extent)

const marked = (ctx: Context, { extent }: Read, rows: MonitorRow[]) =>
  markChecked(ctx, extent === "whole" ? markWhole(rows) : rows)

type Shown = Read & { sort: MonitorSort }

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
  const { rows } = await ctx.database.pool.query<MonitorRow & { key: Key }>(page.statement)
  marked(ctx, shown, rows)
  return page.pageOf(rows, (row) => [row.key])
}

/** The statement of a page, and how its rows become one. */
export function monitorsPage(
  projectId: string,
  wanted: z.output<typeof monitorFilter>,
  limit: Limit,
  { sort, ...read }: Shown,
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
      ...typesOf(read),
      // Planning costs more than reading; texts with filters are too many to be kept by each connection.
      ...(isFiltered
        ? {}
        : {
            name: [
              limit === null ? "monitor-list" : "limited-monitor-list",
              nameOf(read),
              sort,
              page.direction,
              ...sides,
            ].join("-"),
          }),
      text: `select ${columnsOf(read)}, ${key.by} as key
        from ${monitorsOfProject} ${name === "LABEL" ? firstLabels : ""}
       where ${conditions.join(" and ")}
       order by key ${page.direction}, m.id ${page.direction} limit ${bind(page.take)}`,
      values,
    },
  }
}

const order = "NAME_ASC"
const projectIds = z.object({ projectId: id })

export type MonitorRows = { rows: MonitorRow[]; hasNextPage: boolean; endCursor: string | null }

/** The same by name without filters, by a prepared statement: for /v1, which reads it often. */
export async function listMonitorRows(
  ctx: Context,
  args: { projectId: string; first?: number | null | undefined; after?: string | null | undefined },
  read: Read,
): Promise<MonitorRows> {
  const { projectId } = parse(projectIds, args)
  const { rows: size, after } = readPage(args)
  const from = after === null ? null : readCursor(after, order, written, "#/after")
  await ctx.access.require(projectId, "monitors:read", "project", "within")
  const limit = await ctx.access.limit(projectId)
  const { rows } = await ctx.database.pool.query<MonitorRow>({
    ...byName(read, from !== null, limit !== null),
    values: [
      projectId,
      size + 1,
      ...(from === null ? [] : [from.key, from.id]),
      ...(limit === null ? [] : [limit]),
    ],
  })
  const hasNextPage = rows.length > size
  const page = marked(ctx, read, hasNextPage ? rows.slice(0, size) : rows)
  const last = page.at(-1)
  return {
    rows: page,
    hasNextPage,
    endCursor: last === undefined ? null : writeCursor(order, { key: [last.name], id: last.id }),
  }
}

const statements = new Map<string, ReturnType<typeof writeStatement>>()

function byName(read: Read, isAfter: boolean, isLimited: boolean) {
  const name = `monitor-rows-${nameOf(read)}${isAfter ? "-after" : ""}${isLimited ? "-limited" : ""}`
  const statement = statements.get(name) ?? writeStatement(name, read, isAfter, isLimited)
  statements.set(name, statement)
  return statement
}

/** $1 the project, $2 the number of rows, then the position and the labels, if any. */
function writeStatement(name: string, read: Read, isAfter: boolean, isLimited: boolean) {
  const position = isAfter ? "and (m.name, m.id) > ($3, $4::uuid)" : ""
  const within = isLimited
    ? `and m.id in (${monitorsOf(isAfter ? "$5::uuid[]" : "$3::uuid[]")})`
    : ""
  return {
    ...typesOf(read),
    name,
    text: `
      select ${columnsOf(read)} from monitor m join monitor_state s on s.monitor_id = m.id
       where m.project_id = $1 and m.deleted_at is null ${position} ${within}
       order by m.name, m.id limit $2`,
  }
}
