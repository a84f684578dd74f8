import { compile } from "json-p3"
import { RE2JS } from "re2js"
import { z } from "zod"
import { computedMs } from "../../../../platform/clock.ts"
import { isDecimal } from "../../../../platform/decimal.ts"
import { assertion, headers, type Assertion } from "../rules/monitor-settings.ts"

/** Checks what only a compiler can: done when a person writes it, not each time it is read. */

type Fault = { member: string; detail: string } | null

/** Why this assertion could never be judged, with the member at fault. */
function fault(one: Assertion): Fault {
  if (one.kind === "regex") return patternFault(one.pattern)
  if (one.kind === "json_path") return pathFault(one)
  return one.kind === "status" ? codesFault(one.codes) : null
}

function patternFault(pattern: string): Fault {
  const said = complaint(() => RE2JS.compile(pattern))
  if (said === null) return null
  return { member: "pattern", detail: `must be a regular expression in RE2 syntax: ${said}` }
}

function pathFault({ path, comparison, value }: Extract<Assertion, { kind: "json_path" }>): Fault {
  const said = complaint(() => compile(path))
  if (said !== null) return { member: "path", detail: `must be a JSONPath (RFC 9535): ${said}` }
  const isNumeric = comparison === "less_than" || comparison === "greater_than"
  if (!isNumeric || isDecimal(value)) return null
  return { member: "value", detail: `must be a number, because ${comparison} compares numbers` }
}

function codesFault(codes: string): Fault {
  const backwards = codes.split(",").find((range) => {
    const [from, to] = range.split("-")
    return to !== undefined && Number(from) > Number(to)
  })
  if (backwards === undefined) return null
  return { member: "codes", detail: `must name ranges from low to high, which ${backwards} is not` }
}

/** Time limit for compiling expressions in one tick, which blocks everything else. */
const mostMs = 300
let spentMs = 0

const startAfresh = () => {
  spentMs = 0
}

function complaint(attempt: () => unknown): string | null {
  if (spentMs > mostMs) {
    return "it and those before it take too long to compile; simplify them, or send fewer at once"
  }
  if (spentMs === 0) setImmediate(startAfresh)
  const startedMs = computedMs()
  try {
    attempt()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : "it cannot be read"
  } finally {
    spentMs += computedMs() - startedMs
  }
}

export const assertions = z
  .array(
    assertion.superRefine((one, ctx) => {
      const found = fault(one)
      if (found === null) return
      ctx.addIssue({ code: "custom", path: [found.member], message: found.detail })
    }),
    { error: "must be a list of assertions" },
  )
  .max(20, "must be at most 20 assertions")

/** The connection is the prober's own, and these headers are how it speaks. */
const reserved = new Set([
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
])

export const requestHeaders = headers.superRefine((all, ctx) => {
  const seen = new Set<string>()
  for (const name of Object.keys(all)) {
    const lower = name.toLowerCase()
    const detail = reserved.has(lower)
      ? "is set by the prober and cannot be changed"
      : seen.has(lower)
        ? "is given twice"
        : null
    seen.add(lower)
    if (detail !== null) ctx.addIssue({ code: "custom", path: [name], message: detail })
  }
})
