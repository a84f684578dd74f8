import type { Alert, Incident } from "../../../../prisma/generated/client.ts"
import type { PageArgs } from "../../kernel/connection.ts"
import type { Context } from "../../kernel/context.ts"
import type { Limit } from "../../kernel/monitor-scope.ts"
import type { Keyset } from "../../kernel/prisma-keyset.ts"
import { attachRelations } from "./attach-relations.ts"
import { conditionsOf, type Bind, type Filter } from "./list-conditions.ts"
import { countText, pageText, selectText } from "./list-statement.ts"

export type List = {
  projectId: string
  limit: Limit
  subject: "incident" | "alert"
  wanted: Filter
}

type Models = { incident: Incident; alert: Alert }
type SortColumn = "createdAt" | "number" | "startedAt"

/**
 * Read a page of a project's incidents or alerts by one statement that an index serves. The caller has checked the
 * permission.
 * @param selected what is selected of the nodes.
 */
export async function readList<Subject extends keyof Models, Name extends SortColumn>(
  ctx: Context,
  list: List & { subject: Subject },
  order: Keyset<Name>,
  args: PageArgs,
  selected: object,
) {
  type Found = Models[Subject] & Record<Name, Date | number>
  const { values, bind } = binder(list)
  const conditions = await conditionsOf(ctx.database, list, bind)
  const [name] = order.names
  if (name === undefined) throw new Error("a list is sorted by a column")
  const opened = { ...order.open(args), name }
  const text = pageText(list.subject, conditions, opened, bind)
  const { rows } = await ctx.database.pool.query<Found>({
    ...(isPlain(list) && { name: nameOf(list, opened) }),
    text,
    values,
  })
  return order.page(args, await attachRelations(ctx.database, rows, selected))
}

/** Count such a list, up to `mostCounted`. */
export async function countList(ctx: Context, list: List): Promise<number> {
  const rows = await queryList<{ n: number }>(ctx, list, countText)
  return rows[0]?.n ?? 0
}

/** The ids of such a list, at most so many. */
export async function listIds(ctx: Context, list: List, most: number): Promise<string[]> {
  const rows = await queryList<{ id: string }>(ctx, list, (subject, conditions) =>
    selectText(subject, conditions, most),
  )
  return rows.map(({ id }) => id)
}

async function queryList<Row extends object>(
  { database }: Context,
  list: List,
  textOf: typeof countText,
): Promise<Row[]> {
  const { values, bind } = binder(list)
  const text = textOf(list.subject, await conditionsOf(database, list, bind))
  return (await database.pool.query<Row>({ text, values })).rows
}

function binder({ projectId }: List) {
  const values: unknown[] = [projectId]
  const bind: Bind = (value) => `$${values.push(value)}`
  return { values, bind }
}

/** Whether the text depends only on the order, so that it is worth preparing. */
const isPlain = ({ wanted, limit }: List): boolean =>
  limit === null &&
  Object.entries(wanted).every(
    ([name, value]) =>
      name === "activeOnly" || name === "isOpen" || value === null || value === undefined,
  )

type Opened = { name: string; direction: string; bounds: readonly { side: string }[] }

const nameOf = ({ subject, wanted }: List, { name, direction, bounds }: Opened): string =>
  [
    subject,
    "list",
    wanted.activeOnly === true ? true : (wanted.isOpen ?? "all"),
    name,
    direction,
    ...bounds.map(({ side }) => side),
  ].join("-")

/** The list that a page was read from, to count it. */
export function listOf(page: unknown): List {
  if (typeof page === "object" && page !== null && "list" in page) return page.list as List
  throw new Error("the page does not carry its list")
}
