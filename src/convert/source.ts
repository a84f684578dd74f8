import { LineCounter, parseAllDocuments } from "yaml"
import { ConvertError } from "./conversion.ts"
import { readJson } from "./json.ts"
import type { Table } from "./table.ts"
import { looksLikeTable, readTable } from "./table.ts"

/** An export as it was written: one value, several after another (pages), or the rows of a table. */
export type Source = { kind: "values"; values: Found[] } | Table

/** A value and where it stands, as a JSON pointer. */
export type Found = { value: unknown; pointer: string }
export type Members = Record<string, unknown>

const mostCharacters = 32 * 1024 * 1024

/** @throws {ConvertError} for what is none of JSON, JSON lines, YAML and CSV. */
export function readSource(given: string): Source {
  if (given.length > mostCharacters) {
    throw new ConvertError(
      "The export is larger than 32 MiB. Leave history and results out of it: only the list of monitors is needed.",
    )
  }
  const text = given.replace(/^\uFEFF/, "")
  if (text.trim() === "") throw new ConvertError("The export is empty.")
  if (text.startsWith("SQLite format 3")) {
    throw new ConvertError(
      "This is a database file. Convert the JSON backup that the product writes, or the answer of its API.",
    )
  }
  if (looksLikeTable(text)) return readTable(text)
  return { kind: "values", values: numbered(readValues(text)).flatMap(unpack) }
}

/** A Kubernetes ConfigMap holds whole files inside texts. */
function unpack(found: Found): Found[] {
  const data = inside(found.value, "data")
  if (inside(found.value, "kind") !== "ConfigMap" || !isMembers(data)) return [found]
  return Object.entries(data).flatMap(([name, file]) => {
    if (typeof file !== "string" || !/\.(ya?ml|json)$/.test(name)) return []
    return readValues(file).map((value) => ({ value, pointer: below(found.pointer, "data", name) }))
  })
}

function readValues(text: string): unknown[] {
  if (!/^\s*[[{"]/.test(text)) return readYaml(text)
  const { values, fault } = readJson(text)
  if (fault === null) return values
  // YAML in flow style opens like JSON, and takes the comments and last commas that JSON does not.
  try {
    return readYaml(text)
  } catch (error) {
    if (!(error instanceof ConvertError)) throw error
    throw new ConvertError(`The export is broken JSON: ${fault}.`)
  }
}

/** Messages of the parser may quote the text, and with it a secret: only its place and kind are told. */
function readYaml(text: string): unknown[] {
  const lines = new LineCounter()
  try {
    const documents = parseAllDocuments(text, {
      merge: true,
      prettyErrors: false,
      lineCounter: lines,
    })
    return documents.flatMap((document) => {
      const [error] = document.errors
      if (error !== undefined) {
        const { line, col } = lines.linePos(error.pos[0])
        const kind = error.code.toLowerCase().replaceAll("_", " ")
        throw new ConvertError(
          `The export is no valid JSON, YAML or CSV: line ${line}, column ${col} (${kind}).`,
        )
      }
      const value: unknown = document.toJS({ maxAliasCount: 1000 })
      return value === null || value === undefined ? [] : [value]
    })
  } catch (error) {
    if (error instanceof ConvertError) throw error
    // Too many aliases, an alias to nothing, or nested deeper than any export: the parser throws what it likes.
    throw new ConvertError(
      "The export cannot be read as YAML: an alias or the nesting in it is wrong.",
    )
  }
}

const numbered = (values: unknown[]): Found[] =>
  values.map((value, at) => ({ value, pointer: values.length === 1 ? "#" : `#/${at}` }))

export const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** RFC 6901, section 3. */
export const below = (pointer: string, ...parts: (string | number)[]): string =>
  [pointer, ...parts.map((part) => String(part).replaceAll("~", "~0").replaceAll("/", "~1"))].join(
    "/",
  )

export const elements = ({ value, pointer }: Found): Found[] =>
  Array.isArray(value)
    ? value.map((one: unknown, at) => ({ value: one, pointer: below(pointer, at) }))
    : []

export type Page = { value: Members; pointer: string }

/** Every object at the top: pages one after another, or gathered in a list, or a bare list of monitors. */
export function topObjects(source: Source): Page[] {
  if (source.kind === "table") return []
  return source.values
    .flatMap((found) => (Array.isArray(found.value) ? elements(found) : [found]))
    .filter((found): found is Page => isMembers(found.value))
}

/** The objects at the top that hold a list under one of these names, with the list. */
export const pagesOf = (source: Source, ...names: string[]): (Page & { items: Found[] })[] =>
  topObjects(source).flatMap((page) => {
    const name = names.find((one) => Array.isArray(page.value[one]))
    if (name === undefined) return []
    const list = { value: page.value[name], pointer: below(page.pointer, name) }
    return [{ ...page, items: elements(list) }]
  })

/** A member of a member of …, or undefined. */
export const inside = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (at, name) => (isMembers(at) && Object.hasOwn(at, name) ? at[name] : undefined),
    value,
  )

/** True for what says anything: true, a number that is not 0, a text, a list or an object with something in it. */
export const isFilled = (value: unknown): boolean => {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0
  if (typeof value === "string") return value.trim() !== ""
  return value === true || (typeof value === "number" && value !== 0)
}

/** True where at least one of the objects has every one of these members. */
export const someHave = (found: Found[], ...names: string[]): boolean =>
  found.some(({ value }) => isMembers(value) && names.every((name) => Object.hasOwn(value, name)))

/** The monitors in the lists under these names, or in a bare list, where one of them has the mark. */
export function findMarked(source: Source, names: string[], ...mark: string[]): Found[] {
  const listed = pagesOf(source, ...names).flatMap(({ items }) => items)
  if (someHave(listed, ...mark)) return listed
  const bare = source.kind === "table" ? [] : source.values.flatMap(elements)
  return someHave(bare, ...mark) ? bare : []
}
