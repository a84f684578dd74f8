import { z } from "zod"
import { invalid } from "./errors.ts"

const page = z.object({ after: z.string().nullish(), before: z.string().nullish() })
type Page = z.output<typeof page>

/** How the connections of Pothos write the id of a row. */
const written = /^GPC:S:(.+)$/

const stale = (pointer: string) =>
  invalid(pointer, "is not a cursor of this list; ask for the first page again")

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
 * Call it in a connection's `query`: that is made before its scopes are asked, and a malformed cursor must
 * not reach the database.
 *
 * @throws {DomainError} validation_failed at `#/after` or `#/before`.
 */
export const checkCursors = (args: object): void => void read(page.parse(args))

/** A connection's `query`, once its cursors are well formed. */
export function checkedPage<Query extends object>(args: object, query: Query): Query {
  checkCursors(args)
  return query
}

/**
 * Call it in a connection's `authScopes`: a cursor of another project's row is refused like one of a row
 * that never was.
 *
 * @param isOfList how many rows of this list have the id.
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
