import { levelName } from "./levels.ts"
import { parseQuery } from "./parse-query.ts"
import { QueryFault, type Op, type Term } from "./query-term.ts"
import { readDuration } from "./read-duration.ts"
import { resourceMap, type Field, type Searchable } from "./searchable.ts"

export type Where = { sql: string; params: Record<string, unknown> }
type FieldTerm = Term & { kind: "field" }

const own = "attr."
const resource = "resource."

/** Parses and compiles a query to a condition whose values are all bound parameters. @throws {QueryFault} */
export function compileQuery(source: string, searchable: Searchable): Where {
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
      case "text": {
        const { words } = searchable
        const each = words.map((one) => compileWords(one, term.text, term.isPhrase))
        return `(${each.join(" OR ")})`
      }
      case "field":
        return compileField(term)
    }
  }

  function compileWords(
    { sql, isIndexed }: { sql: string; isIndexed: boolean },
    text: string,
    isPhrase: boolean,
  ): string {
    if (!isPhrase && text.includes("*")) return `${sql} ILIKE ${bind(`%${likeOf(text)}%`)}`
    const found = `positionCaseInsensitiveUTF8(${sql}, ${bind(text)}) > 0`
    // Words are found by the index; what lies between them by reading what it leaves.
    const hasWord = isIndexed && /[A-Za-z0-9]/.test(text)
    return hasWord ? `(hasAllTokens(${sql}, ${bind(text)}) AND ${found})` : found
  }

  function compileField(term: FieldTerm): string {
    const { field: name, op, value } = term
    const field = findField(searchable, name)
    if (field === undefined) return compileAttribute(term)
    switch (field.kind) {
      case "text":
        return compare(field.sql, op, value)
      case "words":
        refuseOrder(term, field, ["=", "!="])
        return `${op === "!=" ? "NOT " : ""}${compileWords(field, value, !value.includes("*"))}`
      case "choice": {
        refuseOrder(term, field, ["=", "!="])
        return `${field.sql} ${op} ${bind(choose(field.values, term))}`
      }
      case "level":
        return `${field.sql} ${op} ${bind(choose(field.values, term))}`
      case "duration": {
        const nanoseconds = readDuration(value)
        if (nanoseconds === null) {
          throw new QueryFault(
            `${name} must be a number with a unit: write ${name}${op}500ms, 1.5s or 2m`,
            term.at,
          )
        }
        return `${field.sql} ${op} ${bind(nanoseconds)}`
      }
      case "attributes":
        return anyAttribute([field.map], field.keys, op, value)
    }
  }

  function compileAttribute({ field, op, value }: FieldTerm): string {
    if (field.startsWith(own)) {
      return anyAttribute([searchable.attributes], [field.slice(own.length)], op, value)
    }
    return field.startsWith(resource)
      ? anyAttribute([resourceMap], [field.slice(resource.length)], op, value)
      : anyAttribute([searchable.attributes, resourceMap], [field], op, value)
  }

  /** A record without the attribute satisfies `!=` and nothing else. */
  function anyAttribute(
    maps: readonly string[],
    keys: readonly string[],
    op: Op,
    value: string,
  ): string {
    const positive = op === "!=" ? "=" : op
    const each = maps.flatMap((map) =>
      keys.map((one) => {
        const key = bind(one)
        const has = `has(mapKeys(${map}), ${key})`
        return value === "*" && positive === "="
          ? has
          : `(${has} AND ifNull(${compare(`${map}[${key}]`, positive, value)}, 0))`
      }),
    )
    return `${op === "!=" ? "NOT " : ""}(${each.join(" OR ")})`
  }

  function compare(sql: string, op: Op, value: string): string {
    if (op !== "=" && op !== "!=") {
      const number = Number(value)
      return value.trim() !== "" && Number.isFinite(number)
        ? `ifNull(toFloat64OrNull(${sql}) ${op} ${bind(number)}, 0)`
        : `${sql} ${op} ${bind(value)}`
    }
    if (value === "*") return `${sql} ${op === "=" ? "!=" : "="} ''`
    if (value.includes("*")) return `${sql} ${op === "=" ? "" : "NOT "}ILIKE ${bind(likeOf(value))}`
    return `${sql} ${op} ${bind(value)}`
  }

  return { sql: compile(parseQuery(source)), params }
}

const findField = ({ fields }: Searchable, name: string): Field | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

function choose<Value extends string | number>(
  values: Readonly<Record<string, Value>>,
  { field, value, op, at }: FieldTerm,
): Value {
  const name = value.toLowerCase()
  const found = Object.hasOwn(values, name) ? values[name] : undefined
  if (found === undefined) {
    const names = Object.keys(values)
    const list = `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`
    throw new QueryFault(
      `${field} must be ${list}: write ${field}${op === "=" ? ":" : op}${names[0]}`,
      at,
    )
  }
  return found
}

function refuseOrder({ field, op, at }: FieldTerm, { example }: Field, allowed: Op[]): void {
  if (!allowed.includes(op)) {
    throw new QueryFault(`${field} has no order, so ${op} cannot be used: write ${example}`, at)
  }
}

/** `*` stands for any text; everything else for itself. */
const likeOf = (text: string): string =>
  text.replaceAll(/[\\%_]/g, (one) => `\\${one}`).replaceAll("*", "%")

/** The value of a field in a result, such as a facet; a missing one is empty. Its parameters start with `prefix`. */
export function fieldExpression(name: string, searchable: Searchable, prefix: string): Where {
  const field = findField(searchable, name)
  if (field !== undefined && field.kind !== "attributes") {
    const sql = field.kind === "level" ? levelName(field.sql) : `toString(${field.sql})`
    return { sql, params: {} }
  }
  const maps =
    field !== undefined
      ? [field.map]
      : name.startsWith(own)
        ? [searchable.attributes]
        : name.startsWith(resource)
          ? [resourceMap]
          : [searchable.attributes, resourceMap]
  const keys = field?.keys ?? [name.replace(/^(?:attr|resource)\./, "")]
  const params = Object.fromEntries(keys.map((key, at) => [`${prefix}${at}`, key]))
  const each = maps.flatMap((map) =>
    keys.map((_key, at) => `nullIf(${map}[{${prefix}${at}:String}], '')`),
  )
  return { sql: `coalesce(${each.join(", ")}, '')`, params }
}
