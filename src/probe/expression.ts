import type { Finding } from "../findings/finding.ts"
import { say } from "../findings/say.ts"
import { computedMs } from "../platform/clock.ts"
import { FunctionExpressionType, JSONPathEnvironment, type JSONPathNode } from "json-p3"
import { RE2JS } from "re2js"
import { runBounded, TookTooLong } from "../platform/bounded.ts"

/** A user's expression that is invalid or takes too long; says nothing about the target. */
export class ExpressionError extends Error {
  readonly finding: Finding
  constructor(finding: Finding, options?: ErrorOptions) {
    super(say([finding]), options)
    this.finding = finding
  }
}

/** The expressions take more time than the caller has for all of them. */
export class OutOfTime extends Error {}

/** Time limit per expression. */
const mostMs = 200
/** CPU time left for all expressions of one `withinTime`. */
let leftMs = Infinity

/** Evaluates expressions that may take `limitMs` together. @throws {OutOfTime} */
export function withinTime<T>(limitMs: number, evaluate: () => T): T {
  leftMs = limitMs
  try {
    return evaluate()
  } finally {
    leftMs = Infinity
  }
}

export const mostNodes = 10_000

/**
 * Whether the pattern (RE2 syntax, linear time) occurs in the text. Null if a rest that was not read decides.
 * @throws {ExpressionError}
 */
export function findsPattern(pattern: string, text: string, isWhole = true): boolean | null {
  return bounded(failing.pattern(pattern), () => {
    const compiled = RE2JS.compile(pattern)
    if (isWhole) return compiled.test(text)
    const matcher = compiled.matcher(text)
    if (!matcher.find()) return null
    return matcher.end() < text.length || !looksAhead.test(pattern) ? true : null
  })
}

/** At the end of what was read, these would match the cut instead of the end of the text or of a word. */
const looksAhead = /\$|\\[zbB]/

type Selected = {
  nodes: { location: readonly (string | number)[]; path: string }[]
  /** False if the path selects more. */
  isWhole: boolean
}

/** What a JSON path selects (RFC 9535), at most 10,000 values. @throws {ExpressionError} */
export function selectNodes(path: string, json: unknown): Selected {
  return bounded(failing.path(path), () => {
    const nodes: JSONPathNode[] = []
    for (const node of paths.lazyQuery(path, json as never)) {
      if (nodes.length === mostNodes) return { nodes, isWhole: false }
      nodes.push(node)
    }
    return { nodes, isWhole: true }
  })
}

/** RFC 9535's match() and search() without backtracking. */
function linear(test: (pattern: RE2JS, text: string) => boolean) {
  return {
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
    call(text: unknown, pattern: unknown): boolean {
      if (typeof text !== "string" || typeof pattern !== "string") return false
      try {
        return test(RE2JS.compile(pattern), text)
      } catch {
        // RFC 9535, 2.4.6: an invalid expression matches nothing.
        return false
      }
    },
  }
}

const paths = new JSONPathEnvironment()
paths.functionRegister.set(
  "match",
  linear((pattern, text) => pattern.testExact(text)),
)
paths.functionRegister.set(
  "search",
  linear((pattern, text) => pattern.test(text)),
)

type Failing = { slow: Finding; invalid: (error: string | null) => Finding }

const failing = {
  pattern: (pattern: string): Failing => ({
    slow: { code: "pattern_slow", parameters: { pattern, mostMs } },
    invalid: (error) => ({ code: "pattern_invalid", parameters: { pattern, error } }),
  }),
  path: (path: string): Failing => ({
    slow: { code: "path_slow", parameters: { path, mostMs } },
    invalid: (error) => ({ code: "path_invalid", parameters: { path, error } }),
  }),
}

function bounded<T>({ slow, invalid }: Failing, run: () => T): T {
  const limitMs = Math.min(mostMs, leftMs)
  const startedMs = computedMs()
  try {
    return runBounded(run, limitMs)
  } catch (error) {
    if (error instanceof TookTooLong) {
      if (limitMs < mostMs) throw new OutOfTime(error.message, { cause: error })
      throw new ExpressionError(slow, { cause: error })
    }
    throw new ExpressionError(invalid(messageOf(error)), { cause: error })
  } finally {
    // A timeout is whole milliseconds, at least one.
    leftMs = Math.max(1, Math.floor(leftMs - (computedMs() - startedMs)))
  }
}

/** The error may belong to another context, where Error is another class. */
const messageOf = (error: unknown): string | null =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : null
