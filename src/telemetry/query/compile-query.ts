import type { Op, Term } from "./parse-query.ts"
import { QueryFault } from "./parse-query.ts"

/** How a field of a search is compared: its column, or a map for attributes that are not listed. */
export type Column =
  | { kind: "text"; sql: string }
  | { kind: "number"; sql: string; read(value: string): number | null; says: string }

/** What may be searched in one table. */
export type Searchable = {
  columns: Readonly<Record<string, Column>>
  /** Maps in which every other field is looked up. */
  maps: readonly string[]
  /** The column that free text is searched in. */
  text: string
  /** Whether it has a text index. */
  isIndexed: boolean
}

export type Where = { sql: string; params: Record<string, unknown> }

const resource = "resource."

/** Compiles a search to a condition whose values are all bound parameters. */
export function compileQuery(term: Term, searchable: Searchable): Where {
  const params: Record<string, unknown> = {}
  let count = 0
  const bind = (value: string | number): string => {
    const name = `q${(count += 1)}`
    params[name] = value
    return `{${name}:${typeof value === "number" ? "Float64" : "String"}}`
  }

  function compile(term: Term): string {
    switch (term.kind) {
      case "all":
        return term.terms.length === 0 ? "1" : `(${term.terms.map(compile).join(" AND ")})`
      case "any":
        return `(${term.terms.map(compile).join(" OR ")})`
      case "not":
        return `NOT ${compile(term.term)}`
      case "text":
        return compileText(term.text, term.isPhrase)
      case "field":
        return compileField(term.field, term.op, term.value)
    }
  }

  function compileText(text: string, isPhrase: boolean): string {
    const column = searchable.text
    if (!isPhrase && text.includes("*")) return `${column} ILIKE ${bind(`%${likeOf(text)}%`)}`
    const found = `positionCaseInsensitiveUTF8(${column}, ${bind(text)}) > 0`
    // Words are found by the index; what lies between them by reading what it leaves.
    const hasWord = searchable.isIndexed && /[A-Za-z0-9]/.test(text)
    return hasWord ? `(hasAllTokens(${column}, ${bind(text)}) AND ${found})` : found
  }

  function compileField(field: string, op: Op, value: string): string {
    const column = Object.hasOwn(searchable.columns, field) ? searchable.columns[field] : undefined
    if (column === undefined) return compileAttribute(field, op, value)
    if (column.kind === "text") return compare(column.sql, op, value)
    const number = column.read(value)
    if (number === null) throw new QueryFault(`${field} ${column.says}`, 0)
    return `${column.sql} ${op} ${bind(number)}`
  }

  function compileAttribute(field: string, op: Op, value: string): string {
    const isResource = field.startsWith(resource)
    const key = bind(isResource ? field.slice(resource.length) : field)
    const maps = isResource ? ["ResourceAttributes"] : searchable.maps
    const any = maps.map(
      (map) =>
        `(has(mapKeys(${map}), ${key}) AND ${compare(`${map}[${key}]`, op === "!=" ? "=" : op, value)})`,
    )
    return op === "!=" ? `NOT (${any.join(" OR ")})` : `(${any.join(" OR ")})`
  }

  function compare(sql: string, op: Op, value: string): string {
    if (op !== "=" && op !== "!=") {
      const number = Number(value)
      return value.trim() !== "" && Number.isFinite(number)
        ? `toFloat64OrNull(${sql}) ${op} ${bind(number)}`
        : `${sql} ${op} ${bind(value)}`
    }
    const like = value.includes("*")
    if (like) return `${sql} ${op === "=" ? "" : "NOT "}ILIKE ${bind(likeOf(value))}`
    return `${sql} ${op} ${bind(value)}`
  }

  return { sql: compile(term), params }
}

/** `*` stands for any text; everything else for itself. */
const likeOf = (text: string): string =>
  text.replaceAll(/[\\%_]/g, (one) => `\\${one}`).replaceAll("*", "%")
