import { z } from "zod"
import { invalid } from "./errors.ts"

const page = z.object({ after: z.string().nullish(), before: z.string().nullish() })
type Page = z.output<typeof page>

/** The cursor format of Pothos. */
const written = /^GPC:S:(.+)$/

const stale = (pointer: string) =>
  invalid(pointer, "is not a cursor of this list; request the first page again")

function read({ after, before }: Page): { id: string; pointer: string }[] {
  const given = [
    { cursor: after, pointer: "#/after" },
    { cursor: before, pointer: "#/before" },
  ]
  return given.flatMap(({ cursor, pointer }) => {
    if (cursor === null || cursor === undefined) return []
    const text = Buffer.from(cursor.slice(0, 200), "base64").toString()
    const id = z.uuid().safeParse(written.exec(text)?.[1])
    if (!id.success) throw stale(pointer)
    return [{ id: id.data, pointer }]
  })
}

/**
 * Checks cursors. Call it in a connection's `query`, which runs before its scopes, so that a malformed cursor does
 * not reach the database.
 * @throws {DomainError} validation_failed at `#/after` or `#/before`.
 */
export const checkCursors = (args: object): void => void read(page.parse(args))

/** A connection's `query`, after checking its cursors. */
export function checkedPage<Query extends object>(args: object, query: Query): Query {
  checkCursors(args)
  return query
}

/**
 * Checks that a cursor's row is in the list. Call it in a connection's `authScopes`: a row of another project fails
 * exactly like one that does not exist.
 * @param isOfList counts the rows of this list with the id.
 * @throws {DomainError} validation_failed at `#/after` or `#/before`.
 */
export async function requireCursors(
  args: Page,
  isOfList: (id: string) => Promise<number>,
): Promise<void> {
  for (const { id, pointer } of read(args)) {
    if ((await isOfList(id)) === 0) throw stale(pointer)
  }
}
