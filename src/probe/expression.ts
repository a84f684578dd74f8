import { createContext, Script } from "node:vm"
import { FunctionExpressionType, JSONPathEnvironment } from "json-p3"
import { RE2JS } from "re2js"
import { computedMs } from "../clock.ts"

/** A customer's expression that cannot be read or takes too long; the target has no part in it. */
export class ExpressionError extends Error {}

/** One expression may hold up the checks of everybody else no longer than this. */
const mostMs = 200
/** How much longer it may take by the clock on a machine that is busy with other things. */
const patience = 5
const mostNodes = 1000

/** Whether the pattern (RE2 syntax, linear time) is found anywhere in the text. @throws {ExpressionError} */
export function findsPattern(pattern: string, text: string): boolean {
  return bounded(`The pattern ${pattern}`, () => RE2JS.compile(pattern).test(text))
}

/** What the path (RFC 9535) selects, up to 1,000 values. @throws {ExpressionError} */
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

/** RFC 9535's match() and search() without the backtracking of JavaScript's own expressions. */
function linear(test: (pattern: RE2JS, text: string) => boolean) {
  return {
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
    call(text: unknown, pattern: unknown): boolean {
      if (typeof text !== "string" || typeof pattern !== "string") return false
      try {
        return test(RE2JS.compile(pattern), text)
      } catch {
        // RFC 9535, 2.4.6: what is no expression matches nothing.
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

/** Node ends a script that outlives its timeout, together with whatever it called out here. */
function bounded<T>(what: string, run: () => T): T {
  cell.run = run
  const startedMs = computedMs()
  try {
    return call.runInContext(context, { timeout: mostMs }) as T
  } catch (error) {
    if (!isTimeout(error)) throw refused(what, error)
    // The timeout is of the clock on the wall: on a machine that gave us no time it says nothing of the expression.
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

/** What is thrown belongs to the other context, where Error is another class. */
const told = (error: unknown): Partial<NodeJS.ErrnoException> =>
  typeof error === "object" && error !== null ? error : {}

const isTimeout = (error: unknown): boolean => told(error).code === "ERR_SCRIPT_EXECUTION_TIMEOUT"

const tooSlow = (what: string, cause: unknown) =>
  new ExpressionError(`${what} took longer than ${mostMs} ms; write a simpler one.`, { cause })

const refused = (what: string, cause: unknown) =>
  new ExpressionError(`${what} cannot be used: ${told(cause).message ?? "it failed"}`, { cause })
