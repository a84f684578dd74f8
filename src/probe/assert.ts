import type {
  AssertionResult,
  Certificate,
  FailureClass,
} from "../graphql/monitoring/check/rules/check-result.ts"
import type { Assertion } from "../graphql/monitoring/monitor/rules/monitor-settings.ts"
import { clip, compare, describeComparison, excerpt, quote } from "./compare.ts"
import { ExpressionError, findsPattern, selectValues } from "./expression.ts"
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
  passed: boolean
  expected: string
  seen: string
  class: FailureClass
  overMs?: number
}
type ByKind = { [A in Assertion as A["kind"]]: A }
type Json = () => { value: unknown } | null

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
 * evaluated (its expression is invalid or too slow) is `internal` and decides only when no other failed.
 */
export function evaluate(
  assertions: Assertion[],
  seen: Seen,
): { results: AssertionResult[]; failure: Failure | null } {
  const json = parseOnce(seen)
  const judged = assertions.map((assertion) => ({
    name: nameOf(assertion),
    level: assertion.level,
    ...judge(assertion.kind, assertion, seen, json),
  }))
  const results = judged.map(({ name, passed, expected, seen }) => ({
    name,
    passed,
    expected,
    seen: clip(seen),
  }))
  const failed = judged.filter(({ passed }) => !passed)
  const severity = (one: (typeof failed)[number]) =>
    one.class === "internal" ? 2 : one.level === "degraded" ? 1 : 0
  const [worst] = failed.toSorted((a, b) => severity(a) - severity(b))
  if (worst === undefined) return { results, failure: null }
  const more =
    failed.length > 1 ? ` (+${failed.length - 1} failed ${plural(failed.length - 1)})` : ""
  const reason =
    worst.class === "internal"
      ? worst.seen
      : `Got ${clip(worst.seen)}, expected ${worst.expected}${more}.`
  const isWorst = failed.every((one) => one === worst || severity(one) > severity(worst))
  const overMs = isWorst ? worst.overMs : undefined
  const failure = { class: worst.class, reason, level: worst.level }
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
    const passed = compare(comparison, [...values, ...(values.length > 1 ? [joined] : [])], value)
    return verdict(passed, expected, values.length > 0 ? quote(joined) : `no ${name} header`)
  },
  body({ comparison, value }, { body }) {
    const expected = `the body ${describeComparison(comparison, value)}`
    if (body === undefined) return inapplicable(expected)
    // Servers add a final line break: an exact comparison ignores leading and trailing white space.
    const isExact = comparison === "equals" || comparison === "not_equals"
    const texts = isExact ? (body.whole ? [body.text.trim()] : []) : [body.text]
    const passed = compare(comparison, texts, isExact ? value.trim() : value)
    return verdict(passed, expected, shown(body, body.text.indexOf(value)))
  },
  regex({ pattern, matches }, { body }) {
    const expected = `the body ${matches ? "to match" : "not to match"} /${clip(pattern)}/`
    if (body === undefined) return inapplicable(expected)
    return verdict(findsPattern(pattern, body.text) === matches, expected, shown(body))
  },
  json_path({ path, comparison, value }, { body }, json) {
    const expected = `${path} ${describeComparison(comparison, value)}`
    if (body === undefined) return inapplicable(expected)
    const parsed = json()
    if (parsed === null) return verdict(false, expected, `a body that is not JSON: ${shown(body)}`)
    const values = selectValues(path, parsed.value)
    const texts = values.map((one) => (typeof one === "string" ? one : JSON.stringify(one)))
    const seen = texts.length > 0 ? texts.slice(0, 5).map(clip).join(", ") : "no such value"
    return verdict(compare(comparison, texts, value), expected, seen)
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
    const days = daysLeft(certificate, now)
    const seen = `${days} days (expires ${certificate.expiresAt})`
    return verdict(days >= minDays, expected, seen, "certificate_days")
  },
}

const verdict = (
  passed: boolean,
  expected: string,
  seen: string,
  failureClass: FailureClass = "assertion",
): Verdict => ({ passed, expected, seen, class: failureClass })

/** Input validation refuses such an assertion; one stored anyway must not take a monitor down. */
const inapplicable = (expected: string) =>
  verdict(true, expected, "not evaluated: does not apply to this kind of monitor")

const plural = (count: number) => (count === 1 ? "assertion" : "assertions")

const shown = ({ text, whole }: { text: string; whole: boolean }, at = 0) =>
  `${whole ? "" : "more than 1 MiB, starting with "}${excerpt(text, at)}`

const includesCode = (codes: string, status: number): boolean =>
  codes.split(",").some((part) => {
    const [low = 0, high = low] = part.split("-").map(Number)
    return low <= status && status <= high
  })

function nameOf(assertion: Assertion): string {
  if (assertion.kind === "header") return `header ${assertion.name}`
  return assertion.kind === "json_path" ? `json_path ${clip(assertion.path)}` : assertion.kind
}

/** Parse once, on first use; null when the body is not JSON. */
function parseOnce({ body }: Seen): Json {
  let parsed: ReturnType<Json> | undefined
  return () => {
    if (parsed === undefined) parsed = parse(body?.text ?? "")
    return parsed
  }
}

function parse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, "")) }
  } catch {
    // The caller reports a body that is not JSON.
    return null
  }
}
