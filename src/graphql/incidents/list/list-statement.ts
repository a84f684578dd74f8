import type { Subject } from "../../../../prisma/generated/enums.ts"
import { Prisma } from "../../../../prisma/generated/browser.ts"
import { columnOf, columnsOf } from "../../kernel/columns.ts"
import type { Bind, Conditions } from "./list-conditions.ts"

/** A list is not counted further. */
const mostCounted = 10_000

const columns: Record<Subject, string> = {
  incident: columnsOf(Object.values(Prisma.IncidentScalarFieldEnum), "r"),
  alert: columnsOf(Object.values(Prisma.AlertScalarFieldEnum), "r"),
}

export type Bound = { key: readonly unknown[]; id: string; isAbove: boolean }

type Order = {
  /** The column before the id, as Prisma names it. */
  name: string
  direction: "asc" | "desc"
  bounds: readonly Bound[]
  take: number
}

/** The statement of a page. Alternatives are read each in the list's order, as many rows as the page has, and merged. */
export function pageText(
  subject: Subject,
  { all, either }: Conditions,
  { name, direction, bounds, take }: Order,
  bind: Bind,
): string {
  const column = `r.${columnOf(name)}`
  const sorted = `order by ${column} ${direction}, r.id ${direction} limit ${bind(take)}`
  const wanted = [
    ...all,
    ...bounds.map(
      ({ key, id, isAbove }) =>
        `(${column}, r.id) ${isAbove ? ">" : "<"} (${bind(key[0])}, ${bind(id)}::uuid)`,
    ),
  ]
  const [first = [], ...others] = combined(either)
  const from = `from ${subject} r where`
  if (others.length === 0) {
    return `select ${columns[subject]} ${from} ${[...wanted, ...first].join(" and ")} ${sorted}`
  }
  const parts = [first, ...others].map(
    (some) => `(select r.id ${from} ${[...wanted, ...some].join(" and ")} ${sorted})`,
  )
  return `select ${columns[subject]} from (${parts.join(" union ")}) found join ${subject} r using (id) ${sorted}`
}

/** The statement that counts a list. */
export const countText = (subject: Subject, conditions: Conditions): string =>
  `select count(*)::int as n from (${selectText(subject, conditions, mostCounted)}) counted`

/** The statement that reads the ids of a list, at most so many. */
export function selectText(subject: Subject, { all, either }: Conditions, most: number): string {
  const parts = combined(either).map(
    (some) =>
      `(select r.id from ${subject} r where ${[...all, ...some].join(" and ")} limit ${most})`,
  )
  return `select id from (${parts.join(" union ")}) part limit ${most}`
}

/** Every choice of one alternative from each entry. */
const combined = (either: string[][]): string[][] =>
  either.reduce<string[][]>(
    (chosen, options) => chosen.flatMap((some) => options.map((one) => [...some, one])),
    [[]],
  )
