import { z } from "zod"
import type { PageArgs } from "./page.ts"
import { readCursor, readPage, writeCursor } from "./page.ts"

/** What an order sorts by first; the id settles ties. */
export type Order<Column extends string> = {
  /** Stands in the cursors, so that one of another order is refused. */
  name: string
  column: Column
  isDescending: boolean
}

const date = z.iso.datetime()
const number = z.string().regex(/^\d{1,9}$/)

/**
 * A page for the ORM's `findMany`, by keyset: rows that come, go or leave the filter meanwhile neither repeat nor
 * hide others.
 *
 * @throws {DomainError} validation_failed at `#/after` or `#/before`.
 */
export function keysetPage<Column extends string>(
  args: PageArgs,
  { name, column, isDescending }: Order<Column>,
) {
  const { rows: size, isBackward, after, before } = readPage(args)
  const isNumber = column === "number"
  const bound = (cursor: string | null, pointer: string, isForward: boolean): object[] => {
    if (cursor === null) return []
    const { key, id } = readCursor(cursor, name, isNumber ? number : date, pointer)
    const value = isNumber ? Number(key) : new Date(key)
    const [past, upTo] = isForward === isDescending ? ["lt", "lte"] : ["gt", "gte"]
    // The first condition alone bounds the walk through the index.
    return [
      { [column]: { [upTo]: value } },
      { OR: [{ [column]: { [past]: value } }, { [column]: value, id: { [past]: id } }] },
    ]
  }
  const direction: "asc" | "desc" = isBackward === isDescending ? "asc" : "desc"

  return {
    bounds: [...bound(after, "#/after", true), ...bound(before, "#/before", false)],
    orderBy: [{ [column]: direction }, { id: direction }] as (
      | Record<Column, "asc" | "desc">
      | { id: "asc" | "desc" }
    )[],
    take: size + 1,
    /** The rows that `take` read, as a page of Relay. */
    pageOf<Row extends { id: string } & Record<Column, Date | number>>(rows: Row[]) {
      const isMore = rows.length > size
      const page = isBackward ? rows.slice(0, size).toReversed() : rows.slice(0, size)
      const edges = page.map((node) => ({
        node,
        cursor: writeCursor(name, { id: node.id, key: written(node[column]) }),
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

const written = (key: Date | number): string =>
  key instanceof Date ? key.toISOString() : String(key)
