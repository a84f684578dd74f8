import type { Assertion } from "../graphql/monitor/settings.ts"

export type Comparison = Extract<Assertion, { kind: "json_path" }>["comparison"]
type Rule = { holds: (values: string[], wanted: string) => boolean; words: string }

const toNumber = (text: string) => (text.trim() === "" ? Number.NaN : Number(text))

/** One of the values must be so; a negation asks that none is, and holds where there is none at all. */
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

/** What is asked for, as in "to contain "OK"". */
export function wish(comparison: Comparison, wanted: string): string {
  const { words } = rules[comparison]
  if (comparison === "exists" || comparison === "not_exists") return words
  const isNumber = comparison === "less_than" || comparison === "greater_than"
  return `${words} ${isNumber ? wanted : quote(clip(wanted))}`
}

const mostShown = 200

export const clip = (text: string) =>
  storable(text.length > mostShown ? `${text.slice(0, mostShown - 1)}…` : text)

/** PostgreSQL takes neither NUL nor half a surrogate pair; a target may send both. */
export const storable = (text: string) => text.replaceAll("\0", "\uFFFD").toWellFormed()

export const quote = (text: string) => `"${text}"`

/** The beginning, or what stands around a place, on one line. */
export function excerpt(text: string, at = 0): string {
  if (text === "") return "an empty body"
  const from = Math.max(0, at - mostShown / 4)
  const part = text
    .slice(from, from + mostShown - 3)
    .replace(/\s+/g, " ")
    .trim()
  return quote(`${from > 0 ? "…" : ""}${part}`)
}
