import { CORE_SCHEMA, loadAll, mergeTag, YAMLException } from "js-yaml"
import { ConvertError } from "./conversion.ts"
import { mostDepth } from "./json.ts"

const schema = CORE_SCHEMA.withTags(mergeTag)
const mostAliases = 100_000
const mostMergedKeys = 1_000_000
const mostValues = 3_000_000
/** Aliases may nest values that the parser saw side by side. */
const mostOpen = 2 * mostDepth

/** The non-empty documents of a YAML text. @throws {ConvertError} without quoting the text. */
export function readYaml(text: string): unknown[] {
  return parse(text).filter((value) => value !== null && value !== undefined)
}

function parse(text: string): unknown[] {
  try {
    return load(text, 0)
  } catch (error) {
    if (!(error instanceof YAMLException) || !error.reason.includes("maxAliases"))
      throw message(error)
  }
  const documents = attempt(text)
  // Aliases are expanded only when walked: a few lines may expand to billions of values.
  if (!isWalkable(documents)) {
    throw new ConvertError(
      "The export cannot be read as YAML: its aliases are circular or expand to too many values.",
    )
  }
  return documents
}

function attempt(text: string): unknown[] {
  try {
    return load(text, mostAliases)
  } catch (error) {
    throw message(error)
  }
}

const load = (text: string, maxAliases: number): unknown[] =>
  loadAll(text, { schema, maxAliases, maxDepth: mostDepth, maxTotalMergeKeys: mostMergedKeys })

/** The parser's messages may quote the text and thus secrets: only position and kind are used. */
function message(error: unknown): unknown {
  if (!(error instanceof YAMLException)) return error
  const { reason, mark } = error
  if (reason.includes("maxDepth")) {
    return tooDeep()
  }
  const [, kind = "a syntax error"] = kinds.find(([pattern]) => pattern.test(reason)) ?? []
  const place = mark === undefined ? "" : ` line ${mark.line + 1}, column ${mark.column + 1}`
  return new ConvertError(`The export is not valid JSON, YAML or CSV:${place} (${kind}).`)
}

export const tooDeep = (): ConvertError =>
  new ConvertError(`The export is nested more than ${mostDepth} levels deep.`)

const kinds: [RegExp, string][] = [
  [/maxAliases/, `it has more than ${mostAliases.toLocaleString("en")} aliases`],
  [/maxTotalMergeKeys/, "too many merged members"],
  [/alias/, "an alias to an undefined anchor"],
  [/duplicated? mapping key/, "a duplicate member"],
  [/indent/, "wrong indentation"],
  [/tab/i, "a tab instead of spaces"],
  [/tag/, "an unknown tag"],
]

/** Whether walking all values ends within a limit; a value shared by aliases counts once for each. */
function isWalkable(documents: unknown[]): boolean {
  const sizes = new Map<object, number>()
  const open = new Set<object>()
  const sizeOf = (value: unknown): number => {
    if (typeof value !== "object" || value === null) return 1
    const known = sizes.get(value)
    if (known !== undefined) return known
    if (open.has(value) || open.size > mostOpen) return Infinity
    open.add(value)
    const size = Object.values(value).reduce<number>((sum, one) => sum + sizeOf(one), 1)
    open.delete(value)
    sizes.set(value, size)
    return size
  }
  return sizeOf(documents) <= mostValues
}
