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
  exists: { of: "some", matches: () => true },
  not_exists: { of: "none", matches: () => true },
  contains: { of: "some", matches: contains },
  not_contains: { of: "none", matches: contains },
  equals: { of: "some", matches: equals },
  not_equals: { of: "none", matches: equals },
  less_than: { of: "every", matches: compares((order) => order < 0) },
  greater_than: {
    of: "every",
    matches: compares((order) => order > 0),
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
    throw new ExpressionError({ code: "not_a_number", parameters: { value: clip(wanted) } })
  }
  const found = values.findIndex((value) => matches(value, wanted) !== (of === "every"))
  const at = found === -1 ? null : found
  if (at !== null) return { passed: of === "some", at }
  if (!isWhole) return { passed: null, at }
  return { passed: of === "none" || (of === "every" && values.length > 0), at }
}

const mostShown = 200

export const clip = (text: string) =>
  storable(text.length > mostShown ? `${text.slice(0, mostShown - 1)}…` : text)

/** Replace NUL and lone surrogates, which a target may send and PostgreSQL rejects. */
export const storable = (text: string) => text.replaceAll("\0", "\uFFFD").toWellFormed()

/** The start of a text, or the part around an index, on one line. */
export function excerpt(text: string, at = 0): string {
  const from = Math.max(0, at - mostShown / 4)
  const part = text
    .slice(from, from + mostShown - 3)
    .replace(/\s+/g, " ")
    .trim()
  return storable(`${from > 0 ? "…" : ""}${part}`)
}
