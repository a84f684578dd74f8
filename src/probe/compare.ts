import type { Assertion } from "../graphql/monitoring/monitor/rules/monitor-settings.ts"

export type Comparison = Extract<Assertion, { kind: "json_path" }>["comparison"]
type Rule = { holds: (values: string[], wanted: string) => boolean; words: string }

const toNumber = (text: string) => (text.trim() === "" ? Number.NaN : Number(text))

/** One value must match; a negated comparison requires that none does, and passes when there are no values. */
const rules: Record<Comparison, Rule> = {
  exists: { holds: (values) => values.length > 0, words: "to exist" },
  not_exists: { holds: (values) => values.length === 0, words: "not to exist" },
  contains: {
    holds: (values, wanted) => values.some((one) => one.includes(wanted)),
    words: "to contain",
  },
  not_contains: {
    holds: (values, wanted) => !values.some((one) => one.includes(wanted)),
    words: "not to contain",
  },
  equals: { holds: (values, wanted) => values.includes(wanted), words: "to equal" },
  not_equals: { holds: (values, wanted) => !values.includes(wanted), words: "not to equal" },
  less_than: {
    holds: (values, wanted) => values.some((one) => toNumber(one) < toNumber(wanted)),
    words: "to be less than",
  },
  greater_than: {
    holds: (values, wanted) => values.some((one) => toNumber(one) > toNumber(wanted)),
    words: "to be greater than",
  },
}

export const compare = (comparison: Comparison, values: string[], wanted: string): boolean =>
  rules[comparison].holds(values, wanted)

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
