import { createContext, Script } from "node:vm"
import { FunctionExpressionType, JSONPathEnvironment } from "json-p3"
import { RE2JS } from "re2js"
import { computedMs } from "../platform/clock.ts"

/** A user's expression that is invalid or takes too long; says nothing about the target. */
export class ExpressionError extends Error {}

/** Time limit per expression, because a slow one delays all other checks. */
const mostMs = 200
/** Factor on the wall-clock limit, for a busy machine. */
const patience = 5
const mostNodes = 1000

/** Whether the pattern (RE2 syntax, linear time) occurs in the text. @throws {ExpressionError} */
export function findsPattern(pattern: string, text: string): boolean {
  return bounded(`The pattern ${pattern}`, () => RE2JS.compile(pattern).test(text))
}

/** Values selected by a JSON path (RFC 9535), at most 1,000. @throws {ExpressionError} */
export function selectValues(path: string, json: unknown): unknown[] {
  return bounded(`The JSON path ${path}`, () => {
    const values: unknown[] = []
    for (const node of paths.lazyQuery(path, json as never)) {
      values.push(node.value)
      if (values.length === mostNodes) break
    }
    return values
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

const cell: { run: () => unknown } = { run: () => undefined }
const context = createContext(cell)
const call = new Script("run()")

/** Runs with a timeout by node:vm, which also interrupts functions of ours that the script calls. */
function bounded<T>(what: string, run: () => T): T {
  cell.run = run
  const startedMs = computedMs()
  try {
    return call.runInContext(context, { timeout: mostMs }) as T
  } catch (error) {
    if (!isTimeout(error)) throw refused(what, error)
    // The timeout is wall-clock time. If this process got little CPU time, it says nothing about the expression.
    if (computedMs() - startedMs >= mostMs / 2) throw tooSlow(what, error)
    try {
      return call.runInContext(context, { timeout: mostMs * patience }) as T
    } catch (again) {
      throw isTimeout(again) ? tooSlow(what, again) : refused(what, again)
    }
  } finally {
    cell.run = () => undefined
  }
}

/** The error belongs to the other context, where Error is another class. */
const errnoOf = (error: unknown): Partial<NodeJS.ErrnoException> =>
  typeof error === "object" && error !== null ? error : {}

const isTimeout = (error: unknown): boolean =>
  errnoOf(error).code === "ERR_SCRIPT_EXECUTION_TIMEOUT"

const tooSlow = (what: string, cause: unknown) =>
  new ExpressionError(`${what} took longer than ${mostMs} ms. Simplify it.`, { cause })

const refused = (what: string, cause: unknown) =>
  new ExpressionError(`${what} is not valid: ${errnoOf(cause).message ?? "it failed"}`, { cause })
