import { z } from "zod"
import { invalid } from "./errors.ts"

/** A position in a sorted list: the sort key, and the id that breaks ties. */
export type Position<Key> = { key: Key; id: string }

export type PageArgs = {
  first?: number | null | undefined
  after?: string | null | undefined
  last?: number | null | undefined
  before?: string | null | undefined
}

const defaultRows = 25
const mostRows = 100

export type Page = {
  rows: number
  /** True for `last` and `before`, which read from the end of the list. */
  isBackward: boolean
  after: string | null
  before: string | null
}

/** @throws {DomainError} validation_failed for a combination that Relay does not allow. */
export function readPage({ first, after, last, before }: PageArgs): Page {
  const isBackward = last !== undefined && last !== null
  if (isBackward && first !== undefined && first !== null) {
    throw invalid("#/last", "must not be combined with first")
  }
  const asked = (isBackward ? last : first) ?? defaultRows
  if (!Number.isInteger(asked) || asked < 0) {
    throw invalid(isBackward ? "#/last" : "#/first", `must be a whole number from 0 to ${mostRows}`)
  }
  return {
    rows: Math.min(asked, mostRows),
    isBackward,
    after: after ?? null,
    before: before ?? null,
  }
}

/** A time as cursors write it. PostgreSQL has no year 0. */
export const writtenTime = z.iso.datetime().refine((time) => !time.startsWith("0000"))

/** A key of one column is written alone. */
export const writeCursor = (order: string, { key, id }: Position<string[]>): string =>
  Buffer.from(JSON.stringify([order, key.length === 1 ? key[0] : key, id])).toString("base64url")

/**
 * @param key schema of the sort key, so that no unchecked value reaches the database.
 * @throws {DomainError} validation_failed for a cursor of another list or order.
 */
export function readCursor<Key>(
  cursor: string,
  order: string,
  key: z.ZodType<Key>,
  pointer: string,
): Position<Key> {
  const shape = z.tuple([z.literal(order), key, z.uuid()])
  try {
    const [, value, id] = shape.parse(
      JSON.parse(Buffer.from(cursor.slice(0, 4000), "base64url").toString()),
    )
    return { key: value, id }
  } catch {
    // Every invalid cursor has the same remedy.
    throw invalid(
      pointer,
      "is not a cursor of this list in this order; request the first page again",
    )
  }
}
