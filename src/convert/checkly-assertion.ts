import { escaped } from "./assertion.ts"
import { codesWhere, compareNumbers, type Codes, type Operator } from "./codes.ts"
import type { Assertion } from "./conversion.ts"
import type { Item } from "./item.ts"
import { list, number, readMembers, text } from "./read-members.ts"
import { isMembers, type Members } from "./source.ts"
import { quoted } from "./convert-messages.ts"

/** Assertions of Checkly that can be imported exactly; each of the others gets a note. */
type Judged = { codes: Codes | undefined; assertions: Assertion[] }

const shape = { source: text, property: text, comparison: text, target: text, regex: text }
type Read = Partial<Record<keyof typeof shape, string | undefined>>
type Part = { codes: Codes } | { assertion: Assertion } | "always true"

export function assertionsOf(request: Members, item: Item): Judged {
  const { assertions: given = [] } = readMembers({ assertions: list }, request, item, ["request"])
  const judged: Judged = { codes: undefined, assertions: [] }
  for (const [at, one] of given.entries()) {
    const path = ["request", "assertions", String(at)]
    const read = isMembers(one) ? readMembers(shape, one, item, path) : {}
    const part = carried(read)
    if (part === null) {
      item.lossy(
        `An assertion was not imported (${quoted(read.source ?? "?")} ${quoted(read.comparison ?? "?")}): add it by hand`,
        ...path,
      )
    } else if (part === "always true") continue
    else if ("assertion" in part) judged.assertions.push(part.assertion)
    else judged.codes = judged.codes?.intersection(part.codes) ?? part.codes
  }
  return judged
}

function carried(read: Read): Part | null {
  if ((read.regex ?? "") !== "") return null
  switch (read.source ?? "") {
    case "STATUS_CODE":
      return statusCodes(read)
    case "RESPONSE_TIME":
      return responseTime(read)
    case "JSON_BODY":
      return asPart(jsonValue(read))
    case "TEXT_BODY":
      return (read.property ?? "") === "" ? asPart(textBody(read)) : null
    case "HEADERS":
      return asPart(header(read))
    case "RESPONSE_CODE":
      // A name that does not exist is always a failure here.
      return read.comparison === "EQUALS" && read.target === "NOERROR" ? "always true" : null
    default:
      return null
  }
}

const asPart = (assertion: Assertion | null): Part | null =>
  assertion === null ? null : { assertion }

const operatorOf: Record<string, Operator> = {
  EQUALS: "==",
  NOT_EQUALS: "!=",
  LESS_THAN: "<",
  GREATER_THAN: ">",
}

function statusCodes({ comparison = "", target = "" }: Read): Part | null {
  const operator = operatorOf[comparison]
  if (operator === undefined || !/^\d{1,9}$/.test(target.trim())) return null
  return { codes: codesWhere((code) => compareNumbers(code, operator, Number(target))) }
}

/** Durations here are not whole milliseconds, so "less than" and "at most" are the same. */
function responseTime({ property = "", comparison, target = "" }: Read): Part | null {
  const isCarried = property === "" && comparison === "LESS_THAN" && /^\d{1,5}$/.test(target.trim())
  if (!isCarried || Number(target) < 1 || Number(target) > 60_000) return null
  return { assertion: { kind: "response_time", max_ms: Number(target), level: "offline" } }
}

/** Paths that select one place mean the same in every JSONPath dialect. */
const onePlace = /^\$(\.[A-Za-z_]\w*|\[\d{1,9}\]|\['[^'\\]*'\])+$/

function jsonValue({ property = "", comparison = "", target = "" }: Read): Assertion | null {
  if (!onePlace.test(property)) return null
  const common = { kind: "json_path", path: property } as const
  switch (comparison) {
    case "EQUALS":
      return { ...common, comparison: "equals", value: target }
    case "NOT_EQUALS":
      return { ...common, comparison: "not_equals", value: target }
    case "LESS_THAN":
    case "GREATER_THAN": {
      if (!/^-?\d{1,15}(\.\d{1,9})?$/.test(target.trim())) return null
      const isLess = comparison === "LESS_THAN"
      return { ...common, comparison: isLess ? "less_than" : "greater_than", value: target.trim() }
    }
    case "HAS_KEY":
    case "NOT_HAS_KEY": {
      if (target === "" || /['\\]/.test(target)) return null
      const path = `${property}['${target}']`
      return { ...common, path, comparison: comparison === "HAS_KEY" ? "exists" : "not_exists" }
    }
    default:
      return null
  }
}

/** Checkly compares whitespace around a body; our exact comparison ignores it. */
function textBody({ comparison = "", target = "" }: Read): Assertion | null {
  if (target === "") return null
  switch (comparison) {
    case "CONTAINS":
      return { kind: "body", comparison: "contains", value: target }
    case "NOT_CONTAINS":
      return { kind: "body", comparison: "not_contains", value: target }
    case "EQUALS":
      return { kind: "regex", pattern: `^${escaped(target)}$`, matches: true }
    case "NOT_EQUALS":
      return { kind: "regex", pattern: `^${escaped(target)}$`, matches: false }
    default:
      return null
  }
}

const headerComparisons = new Map([
  ["EQUALS", "equals"],
  ["NOT_EQUALS", "not_equals"],
  ["CONTAINS", "contains"],
  ["NOT_CONTAINS", "not_contains"],
] as const)
type HeaderComparison = Parameters<typeof headerComparisons.get>[0]

function header({ property: name = "", comparison, target: value = "" }: Read): Assertion | null {
  const known = headerComparisons.get(comparison as HeaderComparison)
  return known === undefined || name === ""
    ? null
    : { kind: "header", name, comparison: known, value }
}

const settingsShape = { escalationType: text }
const amountShape = { failedRunThreshold: number, minutesFailingThreshold: number }

/** Failed checks in a row before the alert; undefined if the account's settings decide. */
export function failedRuns(
  raw: Members,
  seconds: number | undefined,
  item: Item,
): number | undefined {
  const settings = raw["alertSettings"]
  if (!isMembers(settings) || raw["useGlobalAlertSettings"] === true) return undefined
  const { escalationType = "RUN_BASED" } = readMembers(settingsShape, settings, item, [
    "alertSettings",
  ])
  const isTimed = escalationType.toUpperCase() === "TIME_BASED"
  const member = isTimed ? "timeBasedEscalation" : "runBasedEscalation"
  const read = readMembers(amountShape, settings[member], item, ["alertSettings", member])
  if (!isTimed) return read.failedRunThreshold
  const { minutesFailingThreshold: minutes } = read
  if (minutes === undefined || seconds === undefined || seconds <= 0) return undefined
  return 1 + Math.ceil((minutes * 60) / Math.max(seconds, 60))
}
