import { escaped } from "./assertion.ts"
import { compareNumbers, type Operator } from "./codes.ts"
import type { Assertion } from "./conversion.ts"

/** Gatus' conditions on a response body, or on a place in a JSON body. */

export type Condition = { left: string; operator: Operator; right: string }

export function bodyCondition(condition: Condition): Assertion | null {
  const { left } = condition
  const [, name, place] = /^(len|has)\((.*)\)$/.exec(left) ?? ["", "", left]
  const path = pathOf(place ?? "")
  if (path === null) return null
  if (name === "has") return existence(path, condition)
  if (name === "len") return length(path, condition)
  return path === "$" ? wholeBody(condition) : jsonValue(path, condition)
}

/** Converts `[BODY].data[0].id` to RFC 9535: `$.data[0].id`. */
function pathOf(place: string): string | null {
  const [, steps] = /^\[BODY\]((?:\.[^.[\]]+|\[\d+\])*)$/.exec(place) ?? []
  if (steps === undefined) return null
  const parts = [...steps.matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => {
    if (name === undefined) return `[${index}]`
    if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return `.${name}`
    return `['${name.replaceAll(/['\\]/g, String.raw`\$&`)}']`
  })
  return `$${parts.join("")}`
}

const json = (path: string, comparison: "equals" | "not_equals", value: string): Assertion => ({
  kind: "json_path",
  path,
  comparison,
  value,
})

/** A filter on the whole document: it selects something exactly if the expression holds. */
const holds = (expression: string): Assertion => ({
  kind: "json_path",
  path: `$[?${expression}]`,
  comparison: "exists",
})

function existence(path: string, { operator, right }: Condition): Assertion | null {
  if ((operator !== "==" && operator !== "!=") || !/^(true|false)$/.test(right)) return null
  const isWanted = (operator === "==") === (right === "true")
  return { kind: "json_path", path, comparison: isWanted ? "exists" : "not_exists" }
}

function length(path: string, { operator, right }: Condition): Assertion | null {
  if (!/^\d{1,9}$/.test(right)) return null
  // A filter selects nothing in an empty document.
  if (path === "$" && compareNumbers(0, operator, Number(right))) return null
  return holds(`length(${path}) ${operator} ${right}`)
}

const isPlain = (text: string) =>
  !/^(any|pat)\(|^\[|^\{|^map\[/.test(text) && text !== "null" && text !== "<nil>"

function jsonValue(path: string, { operator, right }: Condition): Assertion | null {
  const words = anyOf(right)
  if (words !== null) return anyValue(path, operator, words)
  if (operator === "==" && isPlain(right)) return json(path, "equals", right)
  if (operator === "!=" && isPlain(right)) return json(path, "not_equals", right)
  if (!/^-?\d{1,15}$/.test(right)) return null
  if (operator === "<=" || operator === ">=") return holds(`${path} ${operator} ${right}`)
  const comparison = operator === "<" ? "less_than" : "greater_than"
  return { kind: "json_path", path, comparison, value: right }
}

/** Gatus compares values as texts; JSON numbers have no quotes. */
function anyValue(path: string, operator: string, words: string[]): Assertion | null {
  if (operator !== "==" || !words.every((one) => isPlain(one) && !one.includes("'"))) return null
  const sides = words.flatMap((one) => [
    `${path} == '${one.replaceAll("\\", String.raw`\\`)}'`,
    ...(/^(0|-?[1-9]\d{0,14}|true|false)$/.test(one) ? [`${path} == ${one}`] : []),
  ])
  return holds(sides.join(" || "))
}

/** Gatus ignores whitespace around the body. */
function wholeBody({ operator, right }: Condition): Assertion | null {
  if (operator !== "==" && operator !== "!=") return null
  const isWanted = operator === "=="
  const [, word] = /^pat\(\*([^*?[\]\\]+)\*\)$/s.exec(right) ?? []
  if (word !== undefined) {
    return { kind: "body", comparison: isWanted ? "contains" : "not_contains", value: word }
  }
  const pattern = globPattern(right) ?? (anyOf(right) ?? []).map(escaped).join("|")
  if (pattern !== "") {
    return { kind: "regex", pattern: String.raw`(?s)^\s*(?:${pattern})\s*$`, matches: isWanted }
  }
  if (right === "" || !isPlain(right)) return null
  return { kind: "body", comparison: isWanted ? "equals" : "not_equals", value: right }
}

/** Converts `pat(…)` to a regular expression; null if it is not a pattern, or one with character classes. */
function globPattern(text: string): string | null {
  const [, glob] = /^pat\(([^[\]\\]+)\)$/s.exec(text) ?? []
  if (glob === undefined) return null
  return glob
    .split(/([*?])/)
    .map((part) => (part === "*" ? ".*" : part === "?" ? "." : escaped(part)))
    .join("")
}

/** A pattern for short texts such as a status code. */
export function globOf(text: string): RegExp | null {
  const pattern = text.length > 40 ? null : globPattern(text)
  return pattern === null ? null : new RegExp(`^${pattern}$`, "s")
}

/** Parses `any(200, 204)`; null for everything else. */
export function anyOf(text: string): string[] | null {
  const [, inner] = /^any\((.*)\)$/s.exec(text) ?? []
  return inner === undefined ? null : inner.split(",").map((one) => one.trim())
}
