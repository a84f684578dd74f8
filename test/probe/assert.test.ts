import { describe, expect, test } from "vitest"
import { say } from "../../src/findings/say.ts"
import { said, saying } from "../support/findings.ts"
import {
  assertion,
  type Assertion,
} from "../../src/graphql/monitoring/monitor/rules/monitor-settings.ts"
import { evaluate, withDefaults, type Seen } from "../../src/probe/assert.ts"

const now = new Date("2026-11-21T12:00:00Z")
const certificate = {
  subject: "CN=target",
  issuer: "CN=authority",
  names: ["target.example"],
  validFrom: "2026-01-01T00:00:00.000Z",
  expiresAt: "2026-12-01T11:00:00.000Z",
  fingerprint256: "AA",
}
const json = {
  status: "ok",
  version: 7,
  load: "0.5",
  nothing: null,
  parts: [
    { name: "db", up: true },
    { name: "cache", up: false },
  ],
}
const page: Seen = {
  durationMs: 123.4,
  now,
  status: 200,
  headers: new Map([
    ["content-type", ["text/html"]],
    ["set-cookie", ["a=1", "b=2"]],
  ]),
  body: { text: "<h1>Welcome,  friend</h1>\n", whole: true },
  certificate,
}
const api: Seen = { ...page, body: { text: JSON.stringify(json), whole: true } }

/** A million characters without a pattern, always the same. */
const noise = (() => {
  let state = 1
  const letters = Array.from({ length: 1_000_000 }, () => {
    state = (state * 48_271) % 2_147_483_647
    return "abc"[state % 20 === 0 ? 2 : state % 2]
  })
  return letters.join("")
})()

const parse = (given: unknown) => assertion.parse(given)
const judged = (given: unknown, seen: Seen) => evaluate([parse(given)], seen)
const holds = (given: unknown, seen: Seen) => judged(given, seen).results[0]?.passed
const kindsWithDefaults = (assertions: Assertion[], seen: Seen) =>
  withDefaults(assertions, seen).map(({ kind }) => kind)

const table: [unknown, Seen, boolean][] = [
  [{ kind: "status", codes: "200" }, page, true],
  [{ kind: "status", codes: "200-299,304" }, { ...page, status: 304 }, true],
  [{ kind: "status", codes: "200-299,304" }, { ...page, status: 303 }, false],
  [{ kind: "status", codes: "503" }, { ...page, status: 503 }, true],
  [{ kind: "header", name: "Content-Type", comparison: "contains", value: "html" }, page, true],
  [{ kind: "header", name: "content-type", comparison: "equals", value: "text" }, page, false],
  [{ kind: "header", name: "set-cookie", comparison: "equals", value: "b=2" }, page, true],
  [{ kind: "header", name: "set-cookie", comparison: "equals", value: "a=1, b=2" }, page, true],
  [{ kind: "header", name: "set-cookie", comparison: "not_contains", value: "b=2" }, page, false],
  [{ kind: "header", name: "x-none", comparison: "contains", value: "" }, page, false],
  [{ kind: "header", name: "x-none", comparison: "not_equals", value: "x" }, page, true],
  [{ kind: "header", name: "constructor", comparison: "contains", value: "" }, page, false],
  [{ kind: "body", comparison: "contains", value: "Welcome" }, page, true],
  [{ kind: "body", comparison: "contains", value: "welcome" }, page, false],
  [{ kind: "body", comparison: "not_contains", value: "Error" }, page, true],
  [{ kind: "body", comparison: "equals", value: "<h1>Welcome,  friend</h1>" }, page, true],
  [{ kind: "body", comparison: "not_equals", value: "<h1>Welcome,  friend</h1>" }, page, false],
  [{ kind: "regex", pattern: "Wel+come, +[a-z]+" }, page, true],
  [{ kind: "regex", pattern: "(?i)welcome" }, page, true],
  [{ kind: "regex", pattern: "^friend" }, page, false],
  [{ kind: "regex", pattern: "fatal|panic", matches: false }, page, true],
  [{ kind: "regex", pattern: "friend", matches: false }, page, false],
  [{ kind: "json_path", path: "$.status", comparison: "equals", value: "ok" }, api, true],
  [{ kind: "json_path", path: "$.version", comparison: "equals", value: "7" }, api, true],
  [{ kind: "json_path", path: "$.version", comparison: "less_than", value: "10" }, api, true],
  [{ kind: "json_path", path: "$.version", comparison: "greater_than", value: "10" }, api, false],
  [{ kind: "json_path", path: "$.load", comparison: "less_than", value: "0.6" }, api, true],
  [{ kind: "json_path", path: "$.status", comparison: "less_than", value: "10" }, api, false],
  [{ kind: "json_path", path: "$.nothing", comparison: "exists" }, api, true],
  [{ kind: "json_path", path: "$.nothing", comparison: "equals", value: "null" }, api, true],
  [{ kind: "json_path", path: "$.gone", comparison: "exists" }, api, false],
  [{ kind: "json_path", path: "$.gone", comparison: "not_exists" }, api, true],
  [{ kind: "json_path", path: "$.gone", comparison: "not_equals", value: "x" }, api, true],
  [{ kind: "json_path", path: "$.parts[*].name", comparison: "equals", value: "cache" }, api, true],
  [{ kind: "json_path", path: "$.parts[?@.up==false]", comparison: "not_exists" }, api, false],
  [
    {
      kind: "json_path",
      path: "$.parts[?match(@.name,'d.')].up",
      comparison: "equals",
      value: "true",
    },
    api,
    true,
  ],
  [
    {
      kind: "json_path",
      path: "$.parts[?search(@.name,'ach')].up",
      comparison: "equals",
      value: "false",
    },
    api,
    true,
  ],
  [
    { kind: "json_path", path: "$.parts[?match(@.name,'ach')]", comparison: "not_exists" },
    api,
    true,
  ],
  [{ kind: "json_path", path: "$", comparison: "exists" }, page, false],
  [{ kind: "response_time", maxMs: 124 }, page, true],
  [{ kind: "response_time", maxMs: 123 }, page, false],
  [{ kind: "certificate_days", minDays: 9 }, page, true],
  [{ kind: "certificate_days", minDays: 10 }, page, false],
  [{ kind: "certificate_days", minDays: 0 }, { ...page, certificate: null }, false],
]

test.each(table)("%j", (given, seen, passed) => {
  expect(holds(given, seen)).toBe(passed)
})

describe("results and failure", () => {
  test("all passed assertions state expected and actual values", () => {
    const assertions = [
      parse({ kind: "status", codes: "200-299" }),
      parse({ kind: "header", name: "X-None", comparison: "not_contains", value: "x" }),
      parse({ kind: "json_path", path: "$.parts[*].name", comparison: "contains", value: "d" }),
    ]
    expect(evaluate(assertions, api)).toEqual({
      results: [
        { name: "status", passed: true, expected: saying("200–299"), seen: saying("200") },
        {
          name: "header X-None",
          passed: true,
          expected: saying('header X-None not to contain "x"'),
          seen: saying("no X-None header"),
        },
        {
          name: "json_path $.parts[*].name",
          passed: true,
          expected: saying('$.parts[*].name to contain "d"'),
          seen: saying("db, cache"),
        },
      ],
      failure: null,
    })
  })

  test("the most severe decides: offline before degraded, whatever the order", () => {
    const assertions = [
      parse({ kind: "response_time", maxMs: 100 }),
      parse({ kind: "body", comparison: "contains", value: "All good", level: "offline" }),
      parse({ kind: "status", codes: "200" }),
    ]
    const { failure, results } = evaluate(assertions, page)
    expect(results.map(({ passed }) => passed)).toEqual([false, false, true])
    expect(failure).toEqual({
      class: "assertion",
      findings: saying(
        'Got "<h1>Welcome, friend</h1>", expected the body to contain "All good" (+1 failed assertion).',
      ),
      level: "offline",
    })
  })

  test("each class has its own name", () => {
    expect(judged({ kind: "status", codes: "200" }, { ...page, status: 500 }).failure).toEqual({
      class: "http_status",
      findings: saying("Got 500, expected 200."),
      level: "offline",
    })
    expect(judged({ kind: "certificate_days", minDays: 30 }, page).failure).toEqual({
      class: "certificate_days",
      findings: saying(
        "Got 9 days (expires 2026-12-01T11:00:00.000Z), expected a certificate valid for 30 or more days.",
      ),
      level: "degraded",
    })
    expect(judged({ kind: "response_time", maxMs: 5 }, page).failure).toEqual({
      class: "assertion",
      findings: saying("Got 124 ms, expected a response within 5 ms."),
      level: "degraded",
      overMs: expect.closeTo(118.4, 3),
    })
    // Whatever our own delay was, the target is as bad.
    const slow = parse({ kind: "response_time", maxMs: 5, level: "offline" })
    const { failure } = evaluate([slow, parse({ kind: "status", codes: "201" })], page)
    expect(failure).not.toHaveProperty("overMs")
  })

  test("a forbidden text is shown with its context", () => {
    const text = `${"x".repeat(500)} fatal error ${"y".repeat(500)}`
    const seen = { ...page, body: { text, whole: true } }
    const one = { kind: "body", comparison: "not_contains", value: "fatal" }
    expect(said(judged(one, seen).failure)).toMatch(
      /^Got "…x{49} fatal error y{135}", expected the body not to contain "fatal"\.$/,
    )
  })

  test("quoted values are truncated to 200 characters and can be stored", () => {
    const text = `\u0000${"a".repeat(196)}${"😀".repeat(50)}`
    const one = { kind: "header", name: "x", comparison: "equals", value: "b" }
    const { failure, results } = judged(one, { ...page, headers: new Map([["x", [text]]]) })
    const [result] = results
    const seen = result === undefined ? "" : say([result.seen])
    expect(seen).toHaveLength(202)
    expect(`${said(failure)}${seen}`).not.toContain("\u0000")
    expect(`${said(failure)}${seen}`.isWellFormed()).toBe(true)
  })

  test("a body that is not JSON", () => {
    const one = { kind: "json_path", path: "$.a", comparison: "exists" }
    expect(said(judged(one, page).failure)).toBe(
      'Got a body that is not JSON: "<h1>Welcome, friend</h1>", expected $.a to exist.',
    )
  })

  test("assertions that a kind of monitor does not have are not evaluated", () => {
    const assertions = [
      parse({ kind: "status", codes: "200" }),
      parse({ kind: "body", comparison: "contains", value: "x" }),
      parse({ kind: "regex", pattern: "x" }),
      parse({ kind: "json_path", path: "$", comparison: "exists" }),
      parse({ kind: "header", name: "x", comparison: "equals", value: "x" }),
      parse({ kind: "certificate_days", minDays: 3 }),
    ]
    const { results, failure } = evaluate(assertions, { durationMs: 1, now })
    expect(failure).toBeNull()
    expect(results.map(({ seen }) => say([seen]))).toEqual(
      assertions.map(() => "not evaluated: does not apply to this kind of monitor"),
    )
  })
})

describe("a user's expression", () => {
  const broken: [string, unknown, RegExp][] = [
    ["a pattern that is none", { kind: "regex", pattern: "(" }, /^The pattern \( is not valid: /],
    [
      "a pattern beyond RE2",
      { kind: "regex", pattern: "(?=x)" },
      /^The pattern \(\?=x\) is not valid: /,
    ],
    [
      "a path that is none",
      { kind: "json_path", path: "$[", comparison: "exists" },
      /^The JSON path \$\[ is not valid: /,
    ],
  ]

  test.each(broken)("%s is an internal error, not a failure of the target", (_, given, reason) => {
    const { failure, results } = judged(given, api)
    expect(failure?.class).toBe("internal")
    expect(said(failure)).toMatch(reason)
    expect(results[0]?.passed).toBe(false)
  })

  test("an internal error does not hide a failure of the target", () => {
    const assertions = [
      parse({ kind: "regex", pattern: "(" }),
      parse({ kind: "response_time", maxMs: 1 }),
    ]
    expect(evaluate(assertions, page).failure).toMatchObject({
      class: "assertion",
      level: "degraded",
    })
  })

  test("patterns with exponential backtracking elsewhere are linear here", () => {
    const text = "a".repeat(100_000)
    const seen = { ...page, body: { text, whole: true } }
    expect(holds({ kind: "regex", pattern: "(a+)+$" }, seen)).toBe(true)
    expect(holds({ kind: "regex", pattern: "^(a|aa)+b" }, seen)).toBe(false)
    const inJson = { ...page, body: { text: JSON.stringify([{ name: `${text}!` }]), whole: true } }
    const path = "$[?match(@.name, '(a+)+')]"
    expect(holds({ kind: "json_path", path, comparison: "not_exists" }, inJson)).toBe(true)
  })

  const dear: [string, unknown, string][] = [
    [
      "pattern",
      { kind: "regex", pattern: "(?:a|b)*a(?:a|b){300}c(?:a|b|c){300}[d-f]" },
      noise.repeat(4),
    ],
    [
      "path",
      { kind: "json_path", path: "$..[?count($..*) > 0]", comparison: "exists" },
      JSON.stringify(Array.from({ length: 50_000 }, (_, at) => ({ a: at }))),
    ],
  ]

  test.each(dear)("a %s that takes too long is aborted, and delays nobody", (_, one, text) => {
    const before = performance.now()
    const { failure } = judged(one, { ...page, body: { text, whole: true } })
    expect(performance.now() - before).toBeLessThan(30_000)
    expect(failure?.class).toBe("internal")
    expect(said(failure)).toMatch(/took longer than 200 ms\. Simplify it\.$/)
  })
})

test("a monitor without assertions gets status 200–299 and 14 days", () => {
  const { status, ...tls } = page
  expect(status).toBe(200)
  expect(kindsWithDefaults([], page)).toEqual(["status", "certificate_days"])
  expect(kindsWithDefaults([], { ...page, certificate: null })).toEqual(["status"])
  expect(kindsWithDefaults([], tls)).toEqual(["certificate_days"])
  const own = parse({ kind: "status", codes: "301" })
  expect(withDefaults([own], { ...page, certificate: null })).toEqual([own])
})
