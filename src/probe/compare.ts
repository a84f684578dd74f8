import type { Assertion } from "../graphql/monitoring/monitor/rules/monitor-settings.ts"
import { compareDecimals, isDecimal } from "../platform/decimal.ts"
import { ExpressionError } from "./expression.ts"

export type Comparison = Extract<Assertion, { kind: "json_path" }>["comparison"]

/** A value as it is written; a number also equals another spelling of itself. */
export type Value = { text: string; isNumber?: boolean }

type Rule = {
  /** How many of several values must match. */
  of: "some" | "none" | "every"
  matches(value: Value, wanted: string): boolean
  words: string
}

const contains: Rule["matches"] = ({ text }, wanted) => text.includes(wanted)
const equals: Rule["matches"] = ({ text, isNumber }, wanted) =>
  text === wanted || (isNumber === true && compareDecimals(text, wanted) === 0)
const compares =
  (isRight: (order: number) => boolean): Rule["matches"] =>
  ({ text }, wanted) => {
    const order = compareDecimals(text, wanted)
    return order !== null && isRight(order)
  }

const rules: Record<Comparison, Rule> = {
  exists: { of: "some", matches: () => true, words: "to exist" },
  not_exists: { of: "none", matches: () => true, words: "not to exist" },
  contains: { of: "some", matches: contains, words: "to contain" },
  not_contains: { of: "none", matches: contains, words: "not to contain" },
  equals: { of: "some", matches: equals, words: "to equal" },
  not_equals: { of: "none", matches: equals, words: "not to equal" },
  less_than: { of: "every", matches: compares((order) => order < 0), words: "to be less than" },
  greater_than: {
    of: "every",
    matches: compares((order) => order > 0),
    words: "to be greater than",
  },
}

/** `passed` is null if values that were not read decide; `at` is the value that decided, if one did. */
export type Compared = { passed: boolean | null; at: number | null }

/**
 * Compares values with the wanted one. A rule that every value must meet fails without values.
 * @param isWhole whether the values are all that there are.
 * @throws {ExpressionError} if numbers are compared with a text that is none.
 */
export function compare(
  comparison: Comparison,
  values: readonly Value[],
  wanted: string,
  isWhole = true,
): Compared {
  const { of, matches } = rules[comparison]
  if (of === "every" && !isDecimal(wanted)) {
    throw new ExpressionError(`"${clip(wanted)}" is not a number to compare with.`)
  }
  const found = values.findIndex((value) => matches(value, wanted) !== (of === "every"))
  const at = found === -1 ? null : found
  if (at !== null) return { passed: of === "some", at }
  if (!isWhole) return { passed: null, at }
  return { passed: of === "none" || (of === "every" && values.length > 0), at }
}

/** The comparison in words, such as `to contain "OK"`. */
export function describeComparison(comparison: Comparison, wanted: string): string {
  const { words } = rules[comparison]
  if (comparison === "exists" || comparison === "not_exists") return words
  const isNumber = comparison === "less_than" || comparison === "greater_than"
  return `${words} ${isNumber ? wanted : quote(clip(wanted))}`
}

const mostShown = 200

export const clip = (text: string) =>
  storable(text.length > mostShown ? `${text.slice(0, mostShown - 1)}…` : text)

/** Replace NUL and lone surrogates, which a target may send and PostgreSQL rejects. */
export const storable = (text: string) => text.replaceAll("\0", "\uFFFD").toWellFormed()

export const quote = (text: string) => `"${text}"`

/** The start of a text, or the part around an index, on one line. */
export function excerpt(text: string, at = 0): string {
  if (text === "") return "an empty body"
  const from = Math.max(0, at - mostShown / 4)
  const part = text
    .slice(from, from + mostShown - 3)
    .replace(/\s+/g, " ")
    .trim()
  return quote(`${from > 0 ? "…" : ""}${part}`)
}
