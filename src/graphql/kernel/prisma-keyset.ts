import { z } from "zod"
import { text } from "../../platform/text-schema.ts"
import { writtenTime, type PageArgs } from "./connection.ts"
import { openPage, type Key } from "./keyset.ts"

/** How a cursor writes a column's value. The values of an enum are listed in PostgreSQL's order. */
type Column = z.ZodType<Key, string>

export const byTime: Column = writtenTime.transform((written) => new Date(written))
export const byText: Column = text(200)
export const byNumber: Column = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
  .pipe(z.int32())
export const byDecimal: Column = z
  .string()
  .regex(/^-?\d{1,20}(\.\d{1,20})?(e-?\d{1,3})?$/)
  .transform(Number)

/** What Prisma reads of a page. */
type Query<Name extends string> = {
  where: { AND: object[] }
  orderBy: { [Key in Name | "id"]?: "asc" | "desc" }[]
  take: number
}

export type Keyset<Name extends string> = ReturnType<typeof keysetOf<Name>>

/**
 * The order of a connection that Prisma reads: columns and then the id.
 * @param order the list and its order, written into cursors so that those of another list are refused.
 */
export function keysetOf<Name extends string>(
  order: string,
  by: Record<Name, Column>,
  { isDescending = false } = {},
) {
  const columns = Object.entries(by) as [Name, Column][]
  const names = columns.map(([name]) => name)
  const written = z.preprocess(
    (key) => [key].flat(),
    z.tuple(columns.map(([, column]) => column) as [Column]),
  )
  const open = (args: PageArgs) => openPage(args, { name: order, written, isDescending })
  return {
    names,
    /** The bounds, direction and size of a page that is not read by Prisma. */
    open,
    /** @throws {DomainError} validation_failed at `#/after` or `#/before`. */
    query(args: PageArgs, where: object = {}): Query<Name> {
      const { bounds, direction, take } = open(args)
      return {
        where: { AND: [where, ...bounds.map((bound) => beyond(columns, bound))] },
        orderBy: [...names, "id"].map((name) => ({ [name]: direction })) as Query<Name>["orderBy"],
        take,
      }
    },
    /** The page of the rows that `query` read. */
    page: <Row extends { id: string } & Record<Name, Key>>(args: PageArgs, rows: Row[]) =>
      open(args).pageOf(rows, (row) => names.map((name) => row[name])),
  }
}

type Bound = { key: Key[]; id: string; isAbove: boolean }

/** The rows on one side of a cursor. The first condition of each pair limits the index scan. */
function beyond(columns: [string, Column][], { key, id, isAbove }: Bound): object {
  return columns.reduceRight<object>(
    (rest, [name, column], at) => {
      const value = key[at]
      const { past, upTo } = sideOf(column, value, isAbove)
      return { AND: [{ [name]: upTo }, { OR: [{ [name]: past }, { [name]: value, AND: rest }] }] }
    },
    { id: isAbove ? { gt: id } : { lt: id } },
  )
}

function sideOf(column: Column, value: Key | undefined, isAbove: boolean) {
  // Prisma does not compare enums.
  if (column instanceof z.ZodEnum) {
    const values = isAbove ? column.options : column.options.toReversed()
    const at = values.indexOf(String(value))
    return { past: { in: values.slice(at + 1) }, upTo: { in: values.slice(at) } }
  }
  return isAbove
    ? { past: { gt: value }, upTo: { gte: value } }
    : { past: { lt: value }, upTo: { lte: value } }
}
