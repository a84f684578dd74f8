import type { Finding } from "../findings/finding.ts"
import {
  ownFaults,
  type AssertionResult,
  type Certificate,
  type FailureClass,
} from "../graphql/monitoring/check/rules/check-result.ts"
import type { Assertion } from "../graphql/monitoring/monitor/rules/monitor-settings.ts"
import { clip, compare, excerpt, type Value } from "./compare.ts"
import { ExpressionError, findsPattern, mostNodes, selectNodes } from "./expression.ts"
import { mostJudged } from "./body-limits.ts"
import { parseOnce, type JsonBody } from "./json-body.ts"
import type { Failure } from "./observation.ts"
import { daysLeft } from "./tls/certificate.ts"

/** What assertions are evaluated against. A missing member does not exist for this kind of target. */
export type Seen = {
  durationMs: number
  now: Date
  status?: number
  /** By lower-case name, every value sent. */
  headers?: ReadonlyMap<string, string[]>
  /** The decoded body; `whole` is false when it was longer than the part read. */
  body?: { text: string; whole: boolean }
  /** Null when the connection had no certificate. */
  certificate?: Certificate | null
}

type Verdict = {
  /** Null if what was not read decides. */
  passed: boolean | null
  expected: Finding
  seen: Finding
  class: FailureClass
  overMs?: number
}
type ByKind = { [A in Assertion as A["kind"]]: A }
type Json = () => JsonBody | null

/** Add the defaults where a monitor sets none: status 200–299 and 14 days of certificate validity. */
export function withDefaults(assertions: Assertion[], seen: Seen): Assertion[] {
  const has = (kind: Assertion["kind"]) => assertions.some((one) => one.kind === kind)
  const status: Assertion = { kind: "status", codes: "200-299", level: "offline" }
  const days: Assertion = { kind: "certificate_days", minDays: 14, level: "degraded" }
  return [
    ...(seen.status !== undefined && !has("status") ? [status] : []),
    ...(seen.certificate && !has("certificate_days") ? [days] : []),
    ...assertions,
  ]
}

/**
 * Evaluate every assertion; the most severe failure decides, and the first among equals. One that cannot be
 * evaluated, because its expression is invalid or too slow (`internal`) or the rest of a response was not read
 * (`unread`), decides only when no other failed.
 */
export function evaluate(
  assertions: Assertion[],
  seen: Seen,
): { results: AssertionResult[]; failure: Failure | null } {
  const json = parseOnce(seen.body?.text ?? "")
  const judged = assertions.map((assertion) => ({
    name: nameOf(assertion),
    level: assertion.level,
    ...judge(assertion.kind, assertion, seen, json),
  }))
  const results = judged.map(({ name, passed, expected, seen }) => ({
    name,
    passed: passed === true,
    expected,
    seen,
    ...(passed === null && { isKnown: false }),
  }))
  const failed = judged.filter(({ passed }) => passed !== true)
  const severity = (one: (typeof failed)[number]) =>
    ownFaults.has(one.class) ? 2 : one.level === "degraded" ? 1 : 0
  const [worst] = failed.toSorted((a, b) => severity(a) - severity(b))
  if (worst === undefined) return { results, failure: null }
  const isWorst = failed.every((one) => one === worst || severity(one) > severity(worst))
  const overMs = isWorst ? worst.overMs : undefined
  const failure = {
    class: worst.class,
    findings: [finding(worst, failed.length - 1)],
    level: worst.level,
  }
  return { results, failure: overMs === undefined ? failure : { ...failure, overMs } }
}

function finding({ class: failureClass, expected, seen }: Verdict, more: number): Finding {
  if (failureClass === "internal") return seen
  return failureClass === "unread"
    ? { code: "assertion_unknown", parameters: { expected: [expected], why: [seen], more } }
    : { code: "assertion_failed", parameters: { expected: [expected], seen: [seen], more } }
}

function judge<K extends keyof ByKind>(kind: K, assertion: ByKind[K], seen: Seen, json: Json) {
  try {
    return judges[kind](assertion, seen, json)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const expected: Finding = { code: "expects_valid_expression", parameters: {} }
    return verdict(false, expected, error.finding, "internal")
  }
}

const judges: { [K in keyof ByKind]: (one: ByKind[K], seen: Seen, json: Json) => Verdict } = {
  status({ codes }, { status }) {
    const expected: Finding = {
      code: "expects_status",
      parameters: { codes: codes.replaceAll("-", "–") },
    }
    if (status === undefined) return inapplicable(expected)
    const seen: Finding = { code: "saw_status", parameters: { status } }
    return verdict(includesCode(codes, status), expected, seen, "http_status")
  },
  header({ name, comparison, value }, { headers }) {
    const parameters = { name, comparison, value: clip(value) }
    const expected: Finding = { code: "expects_header", parameters }
    if (headers === undefined) return inapplicable(expected)
    const values = headers.get(name.toLowerCase()) ?? []
    const joined = values.join(", ")
    const texts = [...values, ...(values.length > 1 ? [joined] : [])].map((text) => ({ text }))
    const { passed } = compare(comparison, texts, value)
    const seen: Finding =
      values.length > 0
        ? { code: "saw_header", parameters: { value: clip(joined) } }
        : { code: "saw_no_header", parameters: { name } }
    return verdict(passed, expected, seen)
  },
  body({ comparison, value }, { body }) {
    const expected: Finding = {
      code: "expects_body",
      parameters: { comparison, value: clip(value) },
    }
    if (body === undefined) return inapplicable(expected)
    // Servers add a final line break: an exact comparison ignores leading and trailing white space.
    const isExact = comparison === "equals" || comparison === "not_equals"
    const [text, wanted] = isExact ? [body.text.trim(), value.trim()] : [body.text, value]
    // Whatever follows, a body that differs already is not equal; one that does not may still differ.
    if (isExact && !body.whole && text === wanted) return unread(expected)
    const { passed } = compare(comparison, [{ text }], wanted, body.whole || isExact)
    if (passed === null) return unread(expected)
    return verdict(passed, expected, shown(body, body.text.indexOf(value)))
  },
  regex({ pattern, matches }, { body }) {
    const parameters = { pattern: clip(pattern), isWanted: matches }
    const expected: Finding = { code: "expects_match", parameters }
    if (body === undefined) return inapplicable(expected)
    const found = findsPattern(pattern, body.text, body.whole)
    return found === null ? unread(expected) : verdict(found === matches, expected, shown(body))
  },
  json_path({ path, comparison, value }, { body }, json) {
    const parameters = { path, comparison, value: clip(value) }
    const expected: Finding = { code: "expects_value", parameters }
    if (body === undefined) return inapplicable(expected)
    if (!body.whole) return unread(expected)
    const parsed = json()
    if (parsed === null) {
      return verdict(false, expected, { code: "saw_no_json", parameters: { body: [shown(body)] } })
    }
    const { nodes, isWhole } = selectNodes(path, parsed.value)
    const values = nodes.map(({ location }) => parsed.at(location))
    const { passed, at } = compare(comparison, values, value, isWhole)
    if (passed === null) {
      return unread(expected, { code: "too_many_values", parameters: { most: mostNodes } })
    }
    const decisive = passed || at === null || nodes.length === 1 ? undefined : nodes[at]
    if (decisive === undefined) return verdict(passed, expected, list(values))
    const among = { path: clip(decisive.path), count: nodes.length }
    const parameter = { value: clip(values[at ?? 0]?.text ?? ""), ...among }
    return verdict(passed, expected, { code: "saw_value_among", parameters: parameter })
  },
  response_time({ maxMs }, { durationMs }) {
    const expected: Finding = { code: "expects_response_time", parameters: { mostMs: maxMs } }
    const passed = durationMs <= maxMs
    const seen: Finding = { code: "saw_response_time", parameters: { ms: Math.ceil(durationMs) } }
    const judged = verdict(passed, expected, seen)
    return passed ? judged : { ...judged, overMs: durationMs - maxMs }
  },
  certificate_days({ minDays }, { certificate, now }) {
    const expected: Finding = {
      code: "expects_certificate_days",
      parameters: { leastDays: minDays },
    }
    if (certificate === undefined) return inapplicable(expected)
    if (certificate === null) {
      return verdict(false, expected, { code: "saw_no_certificate", parameters: {} })
    }
    const ending = certificate.endsFirst ?? certificate
    const days = daysLeft(ending, now)
    const issuer = certificate.endsFirst?.subject ?? null
    const seen: Finding = {
      code: "saw_certificate_days",
      parameters: { days, issuer, at: ending.expiresAt },
    }
    return verdict(days >= minDays, expected, seen, "certificate_days")
  },
}

const verdict = (
  passed: boolean | null,
  expected: Finding,
  seen: Finding,
  failureClass: FailureClass = "assertion",
): Verdict => ({ passed, expected, seen, class: failureClass })

/** Input validation refuses such an assertion; one stored anyway must not take a monitor down. */
const inapplicable = (expected: Finding) =>
  verdict(true, expected, { code: "not_applicable", parameters: {} })

const mostMiB = mostJudged / 1_048_576

/** Neither passed nor failed: a part of the response that was not read decides. */
const unread = (
  expected: Finding,
  why: Finding = { code: "body_not_read_on", parameters: { mostMiB } },
): Verdict => verdict(null, expected, why, "unread")

const mostListed = 5
/** Together, so that a reason stays a sentence. */
const mostListedText = 200

function list(values: readonly Value[]): Finding {
  if (values.length === 0) return { code: "saw_no_value", parameters: {} }
  const texts = values.slice(0, mostListed).map(({ text }) => clip(text))
  let left = mostListedText
  const shownTexts = texts.filter((text, at) => (left -= text.length) >= 0 || at === 0)
  return {
    code: "saw_values",
    parameters: { values: shownTexts, more: values.length - shownTexts.length },
  }
}

function shown({ text, whole }: { text: string; whole: boolean }, at = 0): Finding {
  const more = { mostMiB: whole ? null : mostMiB }
  return text === ""
    ? { code: "saw_empty_body", parameters: more }
    : { code: "saw_body", parameters: { excerpt: excerpt(text, at), ...more } }
}

const includesCode = (codes: string, status: number): boolean =>
  codes.split(",").some((part) => {
    const [low = 0, high = low] = part.split("-").map(Number)
    return low <= status && status <= high
  })

function nameOf(assertion: Assertion): string {
  if (assertion.kind === "header") return `header ${assertion.name}`
  return assertion.kind === "json_path" ? `json_path ${clip(assertion.path)}` : assertion.kind
}
