import type { z } from "zod"
import type { Services } from "../services.ts"
import type { PageArgs } from "./page.ts"
import { readCursor, readPage, writeCursor } from "./page.ts"

type Row = { id: string; key: string | number | Date }

type List = {
  /** Names the list and its order in its cursors. */
  name: string
  /** Rows of one owner ($1) as `id` and `key`, without an end. One text for one name. */
  text: string
  owner: string
  /** The type of `key`, and how a cursor writes it. */
  type: "text" | "int" | "timestamptz"
  written: z.ZodType<string>
  /** True where the largest `key` and `id` come first. */
  isDescending?: boolean
}

/** Ids in the order of `key` and then `id`: rows that come or go meanwhile neither repeat nor hide others. */
export async function readKeyset({ pool }: Services["database"], list: List, args: PageArgs) {
  const { rows: size, isBackward, after, before } = readPage(args)
  const position = (cursor: string | null, pointer: string) =>
    cursor === null ? null : readCursor(cursor, list.name, list.written, pointer)
  const from = position(after, "#/after")
  const to = position(before, "#/before")
  const { isDescending = false } = list
  const [behind, ahead] = isDescending ? ["<", ">"] : [">", "<"]
  const direction = isBackward === isDescending ? "asc" : "desc"
  const values: unknown[] = [list.owner]
  const bind = (value: unknown) => `$${values.push(value)}`
  // Only the bounds that are given: a statement for all cases would be planned for the worst of them.
  const bounds = [
    ...(from === null
      ? []
      : [`${behind} (${bind(from.key)}::${list.type}, ${bind(from.id)}::uuid)`]),
    ...(to === null ? [] : [`${ahead} (${bind(to.key)}::${list.type}, ${bind(to.id)}::uuid)`]),
  ].map((bound) => `(key, id) ${bound}`)
  const { rows } = await pool.query<Row>({
    name: [list.name, direction, from === null ? "" : "after", to === null ? "" : "before"].join(
      "-",
    ),
    text: `select id, key from (${list.text}) row
      ${bounds.length === 0 ? "" : `where ${bounds.join(" and ")}`}
      order by key ${direction}, id ${direction} limit ${bind(size + 1)}`,
    values,
  })
  const isMore = rows.length > size
  const page = isBackward ? rows.slice(0, size).toReversed() : rows.slice(0, size)
  return {
    edges: page.map(({ id, key }) => ({
      id,
      cursor: writeCursor(list.name, { id, key: write(key) }),
    })),
    hasNext: isBackward ? before !== null : isMore,
    hasPrevious: isBackward ? isMore : after !== null,
  }
}

const write = (key: Row["key"]) => (key instanceof Date ? key.toISOString() : String(key))

type Page = Awaited<ReturnType<typeof readKeyset>>

/** A page as Relay wants it, with the rows that were read for it. */
export function connectionOf<T extends { id: string }>(page: Page, rows: readonly T[]) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    edges: page.edges.flatMap(({ id, cursor }) => {
      const node = byId.get(id)
      return node === undefined ? [] : [{ cursor, node }]
    }),
    pageInfo: {
      hasNextPage: page.hasNext,
      hasPreviousPage: page.hasPrevious,
      startCursor: page.edges[0]?.cursor ?? null,
      endCursor: page.edges.at(-1)?.cursor ?? null,
    },
  }
}
