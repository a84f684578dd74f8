import { z } from "zod"
import { invalid } from "./errors.ts"

/** Where a page of the monitor list begins or ends: the value it is ordered by, and the id that settles ties. */
export type Position = { key: string; id: string }

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
  /** True for `last` and `before`: the page is read from its end. */
  isBackward: boolean
  after: string | null
  before: string | null
}

/** @throws {DomainError} validation_failed for a page that Relay does not know. */
export function readPage({ first, after, last, before }: PageArgs): Page {
  const isBackward = last !== undefined && last !== null
  if (isBackward && first !== undefined && first !== null) {
    throw invalid("#/last", "must not be given together with first")
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

export const writeCursor = (order: string, { key, id }: Position): string =>
  Buffer.from(JSON.stringify([order, key, id])).toString("base64url")

/**
 * @param key what the order sorts by, so that no foreign value reaches the database.
 * @throws {DomainError} validation_failed for a cursor of another order, or none of ours.
 */
export function readCursor(
  cursor: string,
  order: string,
  key: z.ZodType<string>,
  pointer: string,
): Position {
  const shape = z.tuple([z.literal(order), key, z.uuid()])
  try {
    const [, value, id] = shape.parse(
      JSON.parse(Buffer.from(cursor.slice(0, 2000), "base64url").toString()),
    )
    return { key: value, id }
  } catch {
    // Whatever is wrong with it, the way on is the same.
    throw invalid(
      pointer,
      "is not a cursor of this list in this order; ask for the first page again",
    )
  }
}
