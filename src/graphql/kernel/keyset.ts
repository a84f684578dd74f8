import type { z } from "zod"
import type { Services } from "../../platform/services.ts"
import { readCursor, readPage, writeCursor, type PageArgs } from "./connection.ts"

/** A value that rows are sorted by. */
export type Key = string | number | Date

type Order<Read> = {
  /** The list and its order, written into cursors so that those of another list are refused. */
  name: string
  /** Schema of the key in a cursor. */
  written: z.ZodType<Read>
  /** True if the largest key and id come first. */
  isDescending?: boolean
}

/** Relay's connection. */
type Page<Node> = {
  edges: { node: Node; cursor: string }[]
  pageInfo: {
    hasNextPage: boolean
    hasPreviousPage: boolean
    startCursor: string | null
    endCursor: string | null
  }
}

/**
 * A page of a list ordered by a key and then the id. Rows that appear, disappear or move meanwhile neither repeat
 * nor hide others.
 * @throws {DomainError} validation_failed at `#/after` or `#/before`.
 */
export function openPage<Read>(
  args: PageArgs,
  { name, written, isDescending = false }: Order<Read>,
) {
  const { rows: size, isBackward, after, before } = readPage(args)
  const bound = (side: "after" | "before", cursor: string | null) =>
    cursor === null
      ? []
      : [
          {
            ...readCursor(cursor, name, written, `#/${side}`),
            side,
            /** True if the wanted rows have larger keys. */
            isAbove: (side === "after") !== isDescending,
          },
        ]
  const direction: "asc" | "desc" = isBackward === isDescending ? "asc" : "desc"
  return {
    bounds: [...bound("after", after), ...bound("before", before)],
    direction,
    /** One more than the page size, to know whether more rows follow. */
    take: size + 1,
    /** Builds the page from the rows that `take` read. */
    pageOf<Row extends { id: string }>(rows: Row[], keyOf: (row: Row) => Key[]): Page<Row> {
      const isMore = rows.length > size
      const page = isBackward ? rows.slice(0, size).toReversed() : rows.slice(0, size)
      const edges = page.map((node) => ({
        node,
        cursor: writeCursor(name, { id: node.id, key: keyOf(node).map(write) }),
      }))
      return {
        edges,
        pageInfo: {
          hasNextPage: isBackward ? before !== null : isMore,
          hasPreviousPage: isBackward ? isMore : after !== null,
          startCursor: edges[0]?.cursor ?? null,
          endCursor: edges.at(-1)?.cursor ?? null,
        },
      }
    },
  }
}

const write = (key: Key) => (key instanceof Date ? key.toISOString() : String(key))

type List = Order<string> & {
  /** Selects an owner's ($1) rows as `id` and `key`, without a semicolon. Each name must have one text. */
  text: string
  owner: string
  /** Values of the text's further parameters, from $2. */
  filter?: readonly unknown[]
  type: "text" | "int" | "timestamptz"
}

type Row = { id: string; key: Key }

/** Reads the ids of a page by a prepared statement; the caller then reads the rows it needs. */
export async function readKeyset({ pool }: Services["database"], list: List, args: PageArgs) {
  const { bounds, direction, take, pageOf } = openPage(args, list)
  const values: unknown[] = [list.owner, ...(list.filter ?? [])]
  const bind = (value: unknown) => `$${values.push(value)}`
  // Only bounds that are given: a statement for all cases would be planned for the worst one.
  const conditions = bounds.map(
    ({ key, id, isAbove }) =>
      `(key, id) ${isAbove ? ">" : "<"} (${bind(key)}::${list.type}, ${bind(id)}::uuid)`,
  )
  const { rows } = await pool.query<Row>({
    name: [list.name, direction, ...bounds.map(({ side }) => side)].join("-"),
    text: `select id, key from (${list.text}) row
      ${conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`}
      order by key ${direction}, id ${direction} limit ${bind(take)}`,
    values,
  })
  return idsOf(pageOf(rows, ({ key }) => [key]))
}

const idsOf = <Node extends { id: string }>(page: Page<Node>) => ({
  ...page,
  ids: page.edges.map(({ node: { id } }) => id),
})

/** A page of ids joined with their rows; drops ids whose row was deleted meanwhile. */
export function connectionOf<T extends { id: string }>(
  { edges, pageInfo }: Page<{ id: string }>,
  rows: readonly T[],
) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const found = edges.flatMap(({ node: { id }, cursor }) => {
    const node = byId.get(id)
    return node === undefined ? [] : [{ cursor, node }]
  })
  return { edges: found, pageInfo }
}
