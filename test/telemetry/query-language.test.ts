import fc from "fast-check"
import { expect, test } from "vitest"
import { compileQuery } from "../../src/telemetry/query/language/compile-query.ts"
import { parseQuery } from "../../src/telemetry/query/language/parse-query.ts"
import {
  ops,
  type Op,
  type QueryFault,
  type Term,
} from "../../src/telemetry/query/language/query-term.ts"
import {
  logFields,
  metricFields,
  spanFields,
  type Searchable,
} from "../../src/telemetry/query/language/searchable.ts"

/** A term without the places that differ between two ways of writing it. */
type Plain =
  | { kind: "all" | "any"; terms: Plain[] }
  | { kind: "not"; term: Plain }
  | { kind: "text"; text: string; isPhrase: boolean }
  | { kind: "field"; field: string; op: Op; value: string }

function plain(term: Term): Plain {
  switch (term.kind) {
    case "all":
    case "any":
      return { kind: term.kind, terms: term.terms.map(plain) }
    case "not":
      return { kind: "not", term: plain(term.term) }
    case "text":
      return { kind: "text", text: term.text, isPhrase: term.isPhrase }
    case "field":
      return { kind: "field", field: term.field, op: term.op, value: term.value }
  }
}

const quote = (text: string) => `"${text.replaceAll(/["\\]/g, (one) => `\\${one}`)}"`

function write(term: Plain): string {
  switch (term.kind) {
    case "all":
      return `(${term.terms.map(write).join(" ")})`
    case "any":
      return `(${term.terms.map(write).join(" OR ")})`
    case "not":
      return `NOT ${write(term.term)}`
    case "text":
      return term.isPhrase ? quote(term.text) : term.text
    case "field":
      return `${term.field}${term.op === "=" ? ":" : term.op}${quote(term.value)}`
  }
}

const name = fc.stringMatching(/^[a-z][a-z0-9_.]{0,12}$/)
const { term: plainTerm } = fc.letrec<{ term: Plain; leaf: Plain; node: Plain }>((tie) => ({
  leaf: fc.oneof(
    fc.record({
      kind: fc.constant("text" as const),
      text: fc.string(),
      isPhrase: fc.constant(true),
    }),
    fc.record({ kind: fc.constant("text" as const), text: name, isPhrase: fc.constant(false) }),
    fc.record({
      kind: fc.constant("field" as const),
      field: name,
      op: fc.constantFrom(...ops),
      value: fc.string(),
    }),
  ),
  node: fc.oneof(
    fc.record({
      kind: fc.constantFrom("all" as const, "any" as const),
      terms: fc.array(tie("term"), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant("not" as const), term: tie("term") }),
  ),
  term: fc.oneof({ maxDepth: 3, withCrossShrink: true }, tie("leaf"), tie("node")),
}))

test("every term is read as it was written", () => {
  fc.assert(
    fc.property(plainTerm, (term) => {
      expect(plain(parseQuery(write(term)))).toEqual(term)
    }),
    { numRuns: 500 },
  )
})

function faultOf(query: string, fields: Searchable): QueryFault | null {
  try {
    compileQuery(query, fields)
    return null
  } catch (error) {
    return error as QueryFault
  }
}

test("any text is either a query or refused at a place within it", () => {
  const piece = fc.constantFrom(
    ..."( ) - \" ' \\ : >= * OR AND NOT level: service:a duration>5ms x {q1:String} \u0000 ; --".split(
      " ",
    ),
  )
  const text = fc.oneof(
    fc.string(),
    fc.array(fc.oneof(piece, fc.string()), { maxLength: 20 }).map((all) => all.join("")),
  )
  fc.assert(
    fc.property(text, fc.constantFrom(logFields, spanFields, metricFields), (query, fields) => {
      const fault = faultOf(query, fields)
      expect([null, "QueryFault"]).toContain(fault === null ? null : fault.constructor.name)
      expect(fault?.at ?? 0).toBeGreaterThanOrEqual(0)
      expect(fault?.at ?? 0).toBeLessThanOrEqual(query.length)
      expect(fault?.message ?? "(at character 1)").toMatch(/\(at character \d+\)$/)
    }),
    { numRuns: 1000 },
  )
})

test("no text of a person reaches the SQL", () => {
  const secret = fc.stringMatching(/^Zq[a-z]{6,10}'?$/)
  fc.assert(
    fc.property(secret, secret, fc.constantFrom(...ops), (key, value, op) => {
      const query = `attr.${key.replaceAll("'", "")}${op}${value} ${value} "${value}" service:${value} resource.x:${value}*`
      for (const fields of [logFields, spanFields, metricFields]) {
        const { sql, params } = compileQuery(query, fields)
        expect(sql).not.toMatch(/Zq/)
        expect(Object.values(params).some((one) => String(one).includes(value))).toBe(true)
      }
    }),
    { numRuns: 100 },
  )
})

test("combines terms, values and durations", () => {
  const field = (name: string, value: string, op: Op = "=") =>
    ({ kind: "field", field: name, op, value }) satisfies Plain
  const cases: [string, Plain][] = [
    [
      "service:(cart OR mail)",
      { kind: "any", terms: [field("service", "cart"), field("service", "mail")] },
    ],
    [
      "a:1 b:2 OR c:3",
      {
        kind: "any",
        terms: [{ kind: "all", terms: [field("a", "1"), field("b", "2")] }, field("c", "3")],
      },
    ],
    ["-path:/health", { kind: "not", term: field("path", "/health") }],
    ["duration:>500ms", field("duration", "500ms", ">")],
    ["not-a-minus", { kind: "text", text: "not-a-minus", isPhrase: false }],
    [
      "a AND b",
      { kind: "all", terms: ["a", "b"].map((text) => ({ kind: "text", text, isPhrase: false })) },
    ],
  ]
  for (const [query, term] of cases)
    expect([query, plain(parseQuery(query))]).toEqual([query, term])
  expect(compileQuery("duration>=1.5s", spanFields).params).toEqual({ q1: 1.5e9 })
})

test("says what is wrong, where, and what to write instead", () => {
  const cases: [string, string][] = [
    [
      "duration>500",
      "duration must be a number with a unit: write duration>500ms, 1.5s or 2m (at character 1)",
    ],
    [
      "a level:loud",
      "level must be trace, debug, info, warn, error or fatal: write level:trace (at character 3)",
    ],
    [
      "status>error",
      "status has no order, so > cannot be used: write status:error (at character 1)",
    ],
    [
      "service: cart",
      'A value must follow service: without a space, such as service:value or service:"two words" (at character 9)',
    ],
    [
      '"open',
      'A quotation mark is not closed: write "two words", or \\" for the mark itself (at character 1)',
    ],
    ["(a b", "A parenthesis is not closed: add ) after the last term (at character 1)"],
    ["a OR", "Something must follow OR, such as level:warn OR level:error (at character 3)"],
    [
      "service:(a b:c)",
      "Only values can stand in the parentheses of service, such as service:(a OR b) (at character 12)",
    ],
    ["a ".repeat(60), "A query has at most 50 terms (at character 101)"],
  ]
  for (const [query, message] of cases) {
    expect(() => compileQuery(query, query.includes("level") ? logFields : spanFields)).toThrow(
      message,
    )
  }
})
