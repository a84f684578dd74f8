/** HTTP status codes as sets, so that several conditions on them can be intersected exactly. */

export type Codes = ReadonlySet<number>

export const codesWhere = (holds: (code: number) => boolean): Codes =>
  new Set(Array.from({ length: 500 }, (_, at) => 100 + at).filter(holds))

export const anyCode = codesWhere(() => true)
const usualCodes = codesWhere((code) => code >= 200 && code <= 299)

export const isUsual = (codes: Codes): boolean =>
  codes.size === usualCodes.size && codes.isSubsetOf(usualCodes)

const range = /^([1-5]\d\d)(?:\s*-\s*([1-5]\d\d))?$/
const family = /^([1-5])xx$/i

/** Parses `200`, `"200-299"` and `"2xx"`; null if one of them is something else. */
export function readCodes(given: unknown[]): Codes | null {
  const codes = new Set<number>()
  for (const one of given) {
    const word = String(one).trim()
    const [, hundred] = family.exec(word) ?? []
    const [, first, last = first] =
      hundred === undefined ? (range.exec(word) ?? []) : ["", `${hundred}00`, `${hundred}99`]
    const [from, to] = [Number(first), Number(last)]
    if (first === undefined || from > to) return null
    for (let code = from; code <= to; code++) codes.add(code)
  }
  return codes.size === 0 ? null : codes
}

const longest = 200

/** Formats the set for an assertion, as in `200-204,304`; null if that is longer than allowed. */
export function printCodes(codes: Codes): string | null {
  const runs: [number, number][] = []
  for (const code of [...codes].toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last !== undefined && last[1] === code - 1) last[1] = code
    else runs.push([code, code])
  }
  const text = runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(",")
  return text.length <= longest ? text : null
}

export const operators = ["==", "!=", "<=", ">=", "<", ">"] as const
export type Operator = (typeof operators)[number]

export function compareNumbers(left: number, operator: Operator, right: number): boolean {
  switch (operator) {
    case "==":
      return left === right
    case "!=":
      return left !== right
    case "<":
      return left < right
    case "<=":
      return left <= right
    case ">":
      return left > right
    case ">=":
      return left >= right
  }
}
