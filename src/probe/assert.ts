import { asWritten } from "../findings/finding.ts"
import {
  ownFaults,
  type AssertionResult,
  type Certificate,
  type FailureClass,
} from "../graphql/monitoring/check/rules/check-result.ts"
import type { Assertion } from "../graphql/monitoring/monitor/rules/monitor-settings.ts"
import { clip, compare, describeComparison, excerpt, quote, type Value } from "./compare.ts"
import { ExpressionError, findsPattern, mostNodes, selectNodes } from "./expression.ts"
import { mostJudged, size } from "./http/body-limits.ts"
import { parseOnce, type JsonBody } from "./json-body.ts"
import type { Failure } from "./observation.ts"
import { daysLeft } from "./tls/certificate.ts"
import { counted } from "../platform/counted.ts"

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
  expected: string
  seen: string
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
    seen: clip(seen),
    ...(passed === null && { isKnown: false }),
  }))
  const failed = judged.filter(({ passed }) => passed !== true)
  const severity = (one: (typeof failed)[number]) =>
    ownFaults.has(one.class) ? 2 : one.level === "degraded" ? 1 : 0
  const [worst] = failed.toSorted((a, b) => severity(a) - severity(b))
  if (worst === undefined) return { results, failure: null }
  const more =
    failed.length > 1 ? ` (+${failed.length - 1} failed ${plural(failed.length - 1)})` : ""
  const reason =
    worst.class === "internal"
      ? worst.seen
      : worst.class === "unread"
        ? `Not known: expected ${worst.expected}, but ${worst.seen}${more}.`
        : `Got ${clip(worst.seen)}, expected ${worst.expected}${more}.`
  const isWorst = failed.every((one) => one === worst || severity(one) > severity(worst))
  const overMs = isWorst ? worst.overMs : undefined
  const failure = { class: worst.class, findings: [asWritten(reason)], level: worst.level }
  return { results, failure: overMs === undefined ? failure : { ...failure, overMs } }
}

function judge<K extends keyof ByKind>(kind: K, assertion: ByKind[K], seen: Seen, json: Json) {
  try {
    return judges[kind](assertion, seen, json)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return verdict(false, "a valid expression", error.message, "internal")
  }
}

const judges: { [K in keyof ByKind]: (one: ByKind[K], seen: Seen, json: Json) => Verdict } = {
  status({ codes }, { status }) {
    const expected = codes.replaceAll("-", "–")
    if (status === undefined) return inapplicable(expected)
    return verdict(includesCode(codes, status), expected, `${status}`, "http_status")
  },
  header({ name, comparison, value }, { headers }) {
    const expected = `header ${name} ${describeComparison(comparison, value)}`
    if (headers === undefined) return inapplicable(expected)
    const values = headers.get(name.toLowerCase()) ?? []
    const joined = values.join(", ")
    const texts = [...values, ...(values.length > 1 ? [joined] : [])].map((text) => ({ text }))
    const { passed } = compare(comparison, texts, value)
    return verdict(passed, expected, values.length > 0 ? quote(joined) : `no ${name} header`)
  },
  body({ comparison, value }, { body }) {
    const expected = `the body ${describeComparison(comparison, value)}`
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
    const expected = `the body ${matches ? "to match" : "not to match"} /${clip(pattern)}/`
    if (body === undefined) return inapplicable(expected)
    const found = findsPattern(pattern, body.text, body.whole)
    return found === null ? unread(expected) : verdict(found === matches, expected, shown(body))
  },
  json_path({ path, comparison, value }, { body }, json) {
    const expected = `${path} ${describeComparison(comparison, value)}`
    if (body === undefined) return inapplicable(expected)
    if (!body.whole) return unread(expected)
    const parsed = json()
    if (parsed === null) return verdict(false, expected, `a body that is not JSON: ${shown(body)}`)
    const { nodes, isWhole } = selectNodes(path, parsed.value)
    const values = nodes.map(({ location }) => parsed.at(location))
    const { passed, at } = compare(comparison, values, value, isWhole)
    if (passed === null) return unread(expected, `the path selects more than ${mostNodes} values`)
    const decisive = passed || at === null || nodes.length === 1 ? undefined : nodes[at]
    const seen =
      decisive === undefined
        ? list(values)
        : `${clip(values[at ?? 0]?.text ?? "")} (${clip(decisive.path)}, one of ${nodes.length} values)`
    return verdict(passed, expected, seen)
  },
  response_time({ maxMs }, { durationMs }) {
    const expected = `a response within ${maxMs} ms`
    const passed = durationMs <= maxMs
    const judged = verdict(passed, expected, `${Math.ceil(durationMs)} ms`)
    return passed ? judged : { ...judged, overMs: durationMs - maxMs }
  },
  certificate_days({ minDays }, { certificate, now }) {
    const expected = `a certificate valid for ${minDays} or more days`
    if (certificate === undefined) return inapplicable(expected)
    if (certificate === null) return verdict(false, expected, "no certificate")
    const ending = certificate.endsFirst ?? certificate
    const days = daysLeft(ending, now)
    const whose = certificate.endsFirst ? ` for the issuer "${ending.subject}"` : ""
    const seen = `${counted(days, "day")}${whose} (expires ${ending.expiresAt})`
    return verdict(days >= minDays, expected, seen, "certificate_days")
  },
}

const verdict = (
  passed: boolean | null,
  expected: string,
  seen: string,
  failureClass: FailureClass = "assertion",
): Verdict => ({ passed, expected, seen, class: failureClass })

/** Input validation refuses such an assertion; one stored anyway must not take a monitor down. */
const inapplicable = (expected: string) =>
  verdict(true, expected, "not evaluated: does not apply to this kind of monitor")

/** Neither passed nor failed: a part of the response that was not read decides. */
const unread = (
  expected: string,
  why = `only the first ${size(mostJudged)} of the response body were read`,
): Verdict => verdict(null, expected, why, "unread")

const mostListed = 5
function list(values: readonly Value[]): string {
  if (values.length === 0) return "no such value"
  const more = values.length > mostListed ? ` and ${values.length - mostListed} more` : ""
  return `${values
    .slice(0, mostListed)
    .map(({ text }) => clip(text))
    .join(", ")}${more}`
}

const plural = (count: number) => (count === 1 ? "assertion" : "assertions")

const shown = ({ text, whole }: { text: string; whole: boolean }, at = 0) =>
  `${whole ? "" : `more than ${size(mostJudged)}, with `}${excerpt(text, at)}`

const includesCode = (codes: string, status: number): boolean =>
  codes.split(",").some((part) => {
    const [low = 0, high = low] = part.split("-").map(Number)
    return low <= status && status <= high
  })

function nameOf(assertion: Assertion): string {
  if (assertion.kind === "header") return `header ${assertion.name}`
  return assertion.kind === "json_path" ? `json_path ${clip(assertion.path)}` : assertion.kind
}
