import { describe, expect, test } from "vitest"
import { said, saying } from "../support/findings.ts"
import { assertion } from "../../src/graphql/monitoring/monitor/rules/monitor-settings.ts"
import { compareDecimals } from "../../src/platform/decimal.ts"
import { evaluate, type Seen } from "../../src/probe/assert.ts"

const now = new Date("2026-11-21T12:00:00Z")
const bodyOf = (text: string, whole = true): Seen => ({
  durationMs: 1,
  now,
  status: 200,
  body: { text, whole },
})
/** Passed, failed, or unknown. */
function outcome(given: unknown, seen: Seen): string {
  const { results, failure } = evaluate([assertion.parse(given)], seen)
  const [result] = results
  if (result?.passed === true) return "passed"
  return result?.isKnown === false && failure?.class === "unread" ? "unknown" : "failed"
}

const body = (comparison: string, value: string) => ({ kind: "body", comparison, value })
const regex = (pattern: string, matches = true) => ({ kind: "regex", pattern, matches })

const path = (comparison: string, value: string) => ({
  kind: "json_path",
  path: "$[*]",
  comparison,
  value,
})

const holds = (json: string, comparison: string, value: string, path = "$.a") =>
  outcome({ kind: "json_path", path, comparison, value }, bodyOf(json)) === "passed"
const reasonOf = (json: string, comparison: string, value: string, path = "$.a") => {
  const one = assertion.parse({ kind: "json_path", path, comparison, value })
  return said(evaluate([one], bodyOf(json)).failure)
}

describe("a body of which only the start was read", () => {
  const cut = bodyOf("begin ok middle", false)
  const table: [unknown, string][] = [
    [body("contains", "ok"), "passed"],
    [body("contains", "end"), "unknown"],
    [body("not_contains", "ok"), "failed"],
    [body("not_contains", "end"), "unknown"],
    [body("equals", "begin ok middle"), "unknown"],
    [body("equals", "begin"), "failed"],
    [body("not_equals", "begin"), "passed"],
    [body("not_equals", " begin ok middle"), "unknown"],
    [regex("o[k]"), "passed"],
    [regex("end"), "unknown"],
    [regex("ok", false), "failed"],
    [regex("end", false), "unknown"],
    [regex("middle$"), "unknown"],
    [regex("middle\\b"), "unknown"],
    [regex("(?s)begin.*"), "passed"],
    [regex("\\bok\\b"), "passed"],
    [{ kind: "json_path", path: "$", comparison: "exists" }, "unknown"],
    [{ kind: "json_path", path: "$.a", comparison: "not_exists" }, "unknown"],
    [{ kind: "status", codes: "200" }, "passed"],
  ]
  test.each(table)("%j: %s", (given, expected) => {
    expect(outcome(given, cut)).toBe(expected)
  })

  test("says what was not read, and decides only where nothing else fails", () => {
    const open = assertion.parse({ ...body("not_contains", "error") })
    expect(evaluate([open], cut).failure).toEqual({
      class: "unread",
      findings: saying(
        'Not known: expected the body not to contain "error", but only the first 10 MiB of the response body were read.',
      ),
      level: "offline",
    })
    const slow = assertion.parse({ kind: "response_time", maxMs: 1, level: "degraded" })
    const both = evaluate([open, slow], { ...cut, durationMs: 2 })
    expect(both.failure).toMatchObject({ class: "assertion", level: "degraded" })
    expect(both.results.map(({ passed, isKnown }) => [passed, isKnown])).toEqual([
      [false, false],
      [false, undefined],
    ])
  })

  test("a path that selects more than is looked at", () => {
    const many = bodyOf(JSON.stringify(Array.from({ length: 10_001 }, (_one, at) => at)))
    expect(outcome(path("equals", "9"), many)).toBe("passed")
    expect(outcome(path("not_equals", "9"), many)).toBe("failed")
    expect(outcome(path("not_equals", "x"), many)).toBe("unknown")
    expect(outcome(path("less_than", "100000"), many)).toBe("unknown")
    expect(outcome(path("less_than", "100"), many)).toBe("failed")
  })
})

describe("numbers in JSON", () => {
  test("are compared exactly, however large", () => {
    const id = '{"a":9007199254740993}'
    expect(holds(id, "equals", "9007199254740993")).toBe(true)
    expect(holds(id, "equals", "9007199254740992")).toBe(false)
    expect(holds(id, "not_equals", "9007199254740992")).toBe(true)
    expect(holds(id, "greater_than", "9007199254740992")).toBe(true)
    expect(holds(id, "less_than", "9007199254740993")).toBe(false)
    expect(reasonOf(id, "equals", "1")).toBe('Got 9007199254740993, expected $.a to equal "1".')
    expect(holds('{"a":{"b":[9007199254740993]}}', "equals", '{"b":[9007199254740993]}')).toBe(true)
    expect(holds('{"a":0.1000000000000000055}', "greater_than", "0.1")).toBe(true)
  })

  test("equal every spelling of themselves, and are shown as they are written", () => {
    expect(holds('{"a":1.50}', "equals", "1.50")).toBe(true)
    expect(holds('{"a":1.50}', "equals", "1.5")).toBe(true)
    expect(holds('{"a":1.5}', "equals", "1.50")).toBe(true)
    expect(holds('{"a":1e3}', "equals", "1000")).toBe(true)
    expect(holds('{"a":-0}', "equals", "0")).toBe(true)
    expect(holds('{"a":1.50}', "not_equals", "1.5")).toBe(false)
    expect(reasonOf('{"a":1.50}', "less_than", "1.2")).toBe(
      "Got 1.50, expected $.a to be less than 1.2.",
    )
    // A string is text.
    expect(holds('{"a":"1.50"}', "equals", "1.5")).toBe(false)
    expect(holds('{"a":"1.50"}', "less_than", "1.6")).toBe(true)
  })

  test("all values that a path selects must be less or greater, and the reason names one that is not", () => {
    const loads = '[{"load":0.2},{"load":0.9},{"load":0.3}]'
    expect(holds(loads, "less_than", "1", "$[*].load")).toBe(true)
    expect(holds(loads, "less_than", "0.8", "$[*].load")).toBe(false)
    expect(reasonOf(loads, "less_than", "0.8", "$[*].load")).toBe(
      "Got 0.9 ($[1]['load'], one of 3 values), expected $[*].load to be less than 0.8.",
    )
    expect(holds('[1,"none"]', "greater_than", "0", "$[*]")).toBe(false)
    expect(holds("[]", "less_than", "1", "$[*]")).toBe(false)
    expect(reasonOf("[1,2]", "not_equals", "2", "$[*]")).toBe(
      'Got 2 ($[1], one of 2 values), expected $[*] not to equal "2".',
    )
  })

  test("a comparison with what is no number is our fault", () => {
    const one = assertion.parse({
      kind: "json_path",
      path: "$.a",
      comparison: "less_than",
      value: "ten",
    })
    expect(evaluate([one], bodyOf('{"a":1}')).failure).toMatchObject({
      class: "internal",
      findings: saying('"ten" is not a number to compare with.'),
    })
  })

  test.each([
    ["1", "2", -1],
    ["10", "9", 1],
    ["-10", "-9", -1],
    ["-1", "1", -1],
    ["0.0", "-0", 0],
    ["+1.0", "1", 0],
    ["0.10", ".1", 0],
    ["1e-2", "0.01", 0],
    ["1e400", "1e399", 1],
    ["12345678901234567890.5", "12345678901234567890.4", 1],
    ["100", "1e2", 0],
    ["", "1", null],
    ["1.2.3", "1", null],
    ["0x10", "16", null],
    [".", "1", null],
    ["NaN", "1", null],
  ])("%s and %s", (one, other, order) => {
    const found = compareDecimals(one, other)
    expect(found === null ? null : Math.sign(found)).toBe(order)
  })
})
