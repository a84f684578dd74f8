import { ConvertError, mostMonitors, tooMany } from "./conversion.ts"
import { foreignSource } from "./foreign-source.ts"
import { isDeep, readJson } from "./json.ts"
import { looksLikeTable, readTable, type Table } from "./table.ts"
import { readYaml, tooDeep } from "./yaml.ts"

/** A parsed export: one value, several in sequence (pages), or the rows of a table. */
export type Source = { kind: "values"; values: Found[] } | Table

/** A value and its JSON pointer. */
export type Found = { value: unknown; pointer: string }
export type Members = Record<string, unknown>

const mostCharacters = 32 * 1024 * 1024

/** @throws {ConvertError} if the text is not JSON, JSON lines, YAML or CSV. */
export function readSource(given: string): Source {
  if (given.length > mostCharacters) {
    throw new ConvertError(
      "The export is larger than 32 MiB. Export without history and results: only the list of monitors is needed.",
    )
  }
  const text = given.replace(/^\uFEFF/, "")
  if (text.trim() === "") throw new ConvertError("The export is empty.")
  const foreign = foreignSource(text)
  if (foreign !== null) throw new ConvertError(foreign)
  if (looksLikeTable(text)) return readTable(text)
  return { kind: "values", values: numbered(readValues(text)).flatMap(unpack) }
}

/** A Kubernetes ConfigMap contains whole files as strings. */
function unpack(found: Found): Found[] {
  const data = inside(found.value, "data")
  if (inside(found.value, "kind") !== "ConfigMap" || !isMembers(data)) return [found]
  return Object.entries(data).flatMap(([name, file]) => {
    if (typeof file !== "string" || !/\.(ya?ml|json)$/.test(name)) return []
    return readValues(file).map((value) => ({ value, pointer: below(found.pointer, "data", name) }))
  })
}

function readValues(text: string): unknown[] {
  if (!/^\s*[[{"]/.test(text)) return readYaml(quoteTemplates(text))
  if (isDeep(text)) throw tooDeep()
  const { values, fault } = readJson(text)
  if (fault === null) return values
  // YAML flow style looks like JSON but allows comments and trailing commas.
  try {
    return readYaml(text)
  } catch (error) {
    if (!(error instanceof ConvertError)) throw error
    throw new ConvertError(`The export is invalid JSON: ${fault}.`)
  }
}

/** A template such as `{{ env "NAME" }}` is a value only in quotes. */
const quoteTemplates = (text: string): string =>
  text.replaceAll(
    /^([ \t]{0,200}(?:- )?(?:[\w."'-]{1,100}:[ \t]{1,20})?)(\{\{[^\n{}]{1,200}\}\}[^\n"#]{0,500})(?: #.*)?$/gm,
    (_, start: string, value: string) => `${start}'${value.trim().replaceAll("'", "''")}'`,
  )

const numbered = (values: unknown[]): Found[] =>
  values.map((value, at) => ({ value, pointer: values.length === 1 ? "#" : `#/${at}` }))

export const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** RFC 6901, section 3. */
export const below = (pointer: string, ...parts: (string | number)[]): string =>
  [pointer, ...parts.map((part) => String(part).replaceAll("~", "~0").replaceAll("/", "~1"))].join(
    "/",
  )

export function elements({ value, pointer }: Found): Found[] {
  if (!Array.isArray(value)) return []
  if (value.length > mostMonitors) throw tooMany()
  return value.map((one: unknown, at) => ({ value: one, pointer: below(pointer, at) }))
}

export type Page = { value: Members; pointer: string }

/** All top-level objects: pages in sequence, in a list, or a bare list of monitors. */
export function topObjects(source: Source): Page[] {
  if (source.kind === "table") return []
  return source.values
    .flatMap((found) => (Array.isArray(found.value) ? elements(found) : [found]))
    .filter((found): found is Page => isMembers(found.value))
}

/** Top-level objects that have a list under one of these names, with that list. */
export const pagesOf = (source: Source, ...names: string[]): (Page & { items: Found[] })[] =>
  topObjects(source).flatMap((page) => {
    const name = names.find((one) => Array.isArray(page.value[one]))
    if (name === undefined) return []
    const list = { value: page.value[name], pointer: below(page.pointer, name) }
    return [{ ...page, items: elements(list) }]
  })

/** A nested member, or undefined. */
export const inside = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (at, name) => (isMembers(at) && Object.hasOwn(at, name) ? at[name] : undefined),
    value,
  )

/** True unless the value is empty: false, 0, null, or an empty text, list or object. */
export const isFilled = (value: unknown): boolean => {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0
  if (typeof value === "string") return value.trim() !== ""
  return value === true || (typeof value === "number" && value !== 0)
}

/** Whether at least one of the objects has all of these members. */
export const someHave = (found: Found[], ...names: string[]): boolean =>
  found.some(({ value }) => isMembers(value) && names.every((name) => Object.hasOwn(value, name)))

/** Monitors in the lists under these names, or in a bare list, if one of them has the mark. */
export function findMarked(source: Source, names: string[], ...mark: string[]): Found[] {
  const listed = pagesOf(source, ...names).flatMap(({ items }) => items)
  if (someHave(listed, ...mark)) return listed
  const bare = source.kind === "table" ? [] : source.values.flatMap(elements)
  return someHave(bare, ...mark) ? bare : []
}
