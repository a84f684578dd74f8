import type { Description } from "./describe.ts"
import type { Site } from "./find-texts.ts"
import type { Kind } from "./kinds.ts"

/** What the driver makes of a column, or takes for a parameter, by the type's oid. */
export type KindsOfTypes = Record<Side, ReadonlyMap<number, Kind>>

/** Rows of the driver, rows of Prisma, and what parameters take. */
type Side = "pg" | "prisma" | "parameter"

/** The kinds of all types, from `pg_type`. */
export const typesQuery =
  "select oid::int as oid, typname as name, typcategory as category, typelem::int as item from pg_type"

type TypeRow = { oid: number; name: string; category: string; item: number }

const numbers = new Set(["int2", "int4", "float4", "float8", "oid"])
/** Wider than a number of JavaScript. */
const wide: Record<string, Record<Side, Kind>> = {
  int8: { pg: "string", prisma: "bigint", parameter: "number" },
  numeric: { pg: "string", prisma: "object", parameter: "number" },
}
const times = new Set(["timestamptz", "timestamp", "date"])

export function readKinds(rows: readonly TypeRow[]): KindsOfTypes {
  const byOid = new Map(rows.map((row) => [row.oid, row]))
  const kindOf = (row: TypeRow, side: Side): Kind => {
    const item = row.category === "A" ? byOid.get(row.item) : undefined
    if (item !== undefined) return `${kindOf(item, side)}[]`
    if (numbers.has(row.name)) return "number"
    const large = wide[row.name]
    if (large !== undefined) return large[side]
    if (row.name === "bool") return "boolean"
    if (row.name === "bytea") return "bytes"
    if (times.has(row.name)) return "Date"
    return row.name === "json" || row.name === "jsonb" ? "any" : "string"
  }
  const all = (side: Side) => new Map(rows.map((row) => [row.oid, kindOf(row, side)]))
  return { pg: all("pg"), prisma: all("prisma"), parameter: all("parameter") }
}

/** Members of the declared row type that the statement's columns contradict. */
export function rowFaults(
  { row, isPrisma }: Pick<Site, "row" | "isPrisma">,
  text: string,
  description: Description,
  kinds: KindsOfTypes,
): string[] {
  if (row === null || description.error !== null || isFetch(text)) return []
  const columns = new Map(description.columns.map(({ name, type }) => [name, type]))
  return Object.entries(row).flatMap(([name, declared]) => {
    const type = columns.get(name)
    if (type === undefined) return [`no column "${name}"`]
    const real = (isPrisma ? kinds.prisma : kinds.pg).get(type) ?? "any"
    return isSame(declared, real) ? [] : [`"${name}" is ${real}, declared as ${declared}`]
  })
}

/** Values that the statement's parameters cannot be. */
export function valueFaults(
  values: readonly Kind[] | null,
  description: Description,
  kinds: KindsOfTypes,
): string[] {
  if (values === null || description.error !== null) return []
  const { parameters } = description
  if (values.length !== parameters.length) {
    return [`${values.length} values for ${parameters.length} parameters`]
  }
  return values.flatMap((given, at) => {
    const wanted = kinds.parameter.get(parameters[at] ?? 0) ?? "any"
    return isTaken(given, wanted) ? [] : [`$${at + 1} takes ${wanted}, given ${given}`]
  })
}

/** The columns are those of the cursor. */
const isFetch = (text: string) => text.startsWith("fetch ")

const isSame = (declared: Kind, real: Kind): boolean =>
  declared === real ||
  [declared, real].some((one) => one === "any" || one === "null") ||
  (isList(declared) && isList(real) && isSame(itemOf(declared), itemOf(real)))

/** The driver writes values as text, so a text may stand for a number or a time; a list only for a list. */
function isTaken(given: Kind, wanted: Kind): boolean {
  if (isSame(given, wanted)) return true
  if (isList(given) || isList(wanted)) {
    return isList(given) && isList(wanted) && isTaken(itemOf(given), itemOf(wanted))
  }
  return given === "string" || (wanted === "number" && given === "bigint")
}

const isList = (kind: Kind) => kind.endsWith("[]") || kind === "array"
const itemOf = (kind: Kind): Kind => (kind.endsWith("[]") ? kind.slice(0, -2) : "any")
