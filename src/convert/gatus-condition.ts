import { goDuration } from "./durations.ts"
import { certificateLeft } from "./assertion.ts"
import { anyCode, codesWhere, compareNumbers, type Codes, type Operator } from "./codes.ts"
import type { Assertion } from "./conversion.ts"
import { anyOf, bodyCondition, globOf, type Condition } from "./gatus-body.ts"
import { drop, type Dropped, type Item } from "./item.ts"
import type { Target } from "./target.ts"
import { quoted } from "./convert-messages.ts"

/** Conditions of an endpoint that can be imported exactly; each of the others gets a note. */
type Judged = { codes?: Codes; assertions: Assertion[]; expectedValues: string[] }

type Part = { codes: Codes } | { assertion: Assertion } | { expected: string } | "always true"

/** Conditions that every monitor checks anyway. */
const usual = /^\[CONNECTED\](==true|!=false)$|^\[DNS_RCODE\]==NOERROR$/
const inverted = /^\[CONNECTED\](==false|!=true)$|^\[DNS_RCODE\](==(?!NOERROR$)[A-Z]+|!=NOERROR)$/

export function conditionsOf(
  conditions: unknown[],
  type: Target["type"],
  item: Item,
): Judged | Dropped {
  const judged: Judged = { assertions: [], expectedValues: [] }
  let isStatusJudged = false
  for (const [at, one] of conditions.entries()) {
    if (typeof one !== "string") {
      item.lossy("A condition that is not text was not imported", "conditions", at)
      continue
    }
    if (inverted.test(one.replaceAll(/\s+/g, ""))) {
      return drop("it expects the target to be down, which is not supported", "conditions", at)
    }
    isStatusJudged ||= one.includes("[STATUS]")
    const part = carried(one, type)
    if (part === null) item.lossy(`The condition ${quoted(one)} was not imported`, "conditions", at)
    else if (part === "always true") continue
    else if ("assertion" in part) judged.assertions.push(part.assertion)
    else if ("expected" in part) judged.expectedValues.push(part.expected)
    else judged.codes = judged.codes?.intersection(part.codes) ?? part.codes
  }
  if (type === "http" && !isStatusJudged) judged.codes = anyCode
  return judged
}

const shape =
  /^\s*(\[[A-Z_]+\](?:[.[][^\s()]*)?|(?:len|has)\(\[BODY\][^\s()]*\))\s*(==|!=|<=|>=|<|>)\s*(.*?)\s*$/s

function carried(text: string, type: Target["type"]): Part | null {
  if (usual.test(text.replaceAll(/\s+/g, ""))) return "always true"
  const [, left, operator, right = ""] = shape.exec(text) ?? []
  if (left === undefined || operator === undefined) return null
  const condition = { left, operator: operator as Operator, right }
  if (left === "[STATUS]") return type === "http" ? statusCodes(condition) : null
  if (left === "[RESPONSE_TIME]") return responseTime(condition)
  if (left === "[CERTIFICATE_EXPIRATION]") {
    return type === "http" || type === "tls" ? certificate(condition) : null
  }
  if (type === "dns") return expectedValue(condition)
  if (type !== "http") return null
  const assertion = bodyCondition(condition)
  return assertion === null ? null : { assertion }
}

const judgedBefore = new Map<string, Part | null>()
const mostRemembered = 500

/** Conditions on the status, which most endpoints have. */
function statusCodes(condition: Condition): Part | null {
  const key = `${condition.operator}${condition.right}`
  const known = judgedBefore.get(key)
  if (known !== undefined) return known
  const part = codesOf(condition)
  if (judgedBefore.size >= mostRemembered) judgedBefore.clear()
  judgedBefore.set(key, part)
  return part
}

function codesOf({ operator, right }: Condition): Part | null {
  const glob = globOf(right)
  const words = anyOf(right) ?? [right]
  const isEqual = operator === "=="
  if (isEqual || operator === "!=") {
    if (glob !== null) return { codes: codesWhere((code) => glob.test(`${code}`) === isEqual) }
    if (!words.every((one) => /^\d+$/.test(one))) return null
    const named = new Set(words.map(Number))
    return { codes: codesWhere((code) => named.has(code) === isEqual) }
  }
  if (!/^\d+$/.test(right)) return null
  return { codes: codesWhere((code) => compareNumbers(code, operator, Number(right))) }
}

/** A number, or a duration in milliseconds. */
function amount(text: string): number | null {
  if (/^\d{1,12}$/.test(text)) return Number(text)
  const seconds = goDuration(text)
  return seconds === null ? null : Math.round(seconds * 1000)
}

/** Durations here are not whole milliseconds, so `< 500` and `<= 500` are the same. */
function responseTime({ operator, right }: Condition): Part | null {
  const ms = amount(right)
  if (ms === null || (operator !== "<" && operator !== "<=")) return null
  if (ms < 1 || ms > 60_000) return null
  return { assertion: { kind: "response_time", max_ms: ms, level: "offline" } }
}

function certificate({ operator, right }: Condition): Part | null {
  const ms = amount(right)
  if (ms === null || (operator !== ">" && operator !== ">=")) return null
  const assertion = certificateLeft(ms)
  return assertion === null ? null : { assertion }
}

function expectedValue({ left, operator, right }: Condition): Part | null {
  const isPlain = right !== "" && !/[*?[\]()]/.test(right)
  return left === "[BODY]" && operator === "==" && isPlain ? { expected: right } : null
}
