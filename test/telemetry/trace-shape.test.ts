import fc from "fast-check"
import { expect, test } from "vitest"
import { compareTraces } from "../../src/telemetry/query/traces/compare-traces.ts"
import { shapeTrace } from "../../src/telemetry/query/traces/shape-trace.ts"
import type { Span } from "../../src/telemetry/query/traces/span.ts"

const span = (
  spanId: string,
  parentSpanId: string,
  startMs: number,
  durationMs: number,
  more: Partial<Span> = {},
): Span => ({
  spanId,
  parentSpanId,
  service: "shop",
  name: spanId,
  kind: "Internal",
  status: "Unset",
  statusMessage: "",
  startNanoseconds: String(BigInt(startMs) * 1_000_000n + 1_700_000_000_000_000_000n),
  durationNanoseconds: String(durationMs * 1e6),
  attributes: {},
  resource: {},
  scope: "",
  events: [],
  links: [],
  ...more,
})

test("orders a waterfall and marks the critical path", () => {
  const shaped = shapeTrace([
    span("late", "root", 60, 30),
    span("root", "", 0, 100),
    span("slow", "root", 10, 40),
    span("beside", "root", 15, 20),
    span("deep", "slow", 20, 30),
    span("orphan", "unknown", 5, 10),
  ])
  expect(shaped.map(({ name, depth, children }) => [name, depth, children])).toEqual([
    ["root", 0, 3],
    ["slow", 1, 1],
    ["deep", 2, 0],
    ["beside", 1, 0],
    ["late", 1, 0],
    ["orphan", 0, 0],
  ])
  const critical = Object.fromEntries(shaped.map(({ name, criticalMs }) => [name, criticalMs]))
  // 100 to 90 root, 90 to 60 late, 60 to 50 root, 50 to 20 deep, 20 to 10 slow, 10 to 0 root.
  expect(critical).toEqual({ root: 30, slow: 10, deep: 30, beside: 0, late: 30, orphan: 0 })
  const self = Object.fromEntries(shaped.map(({ name, selfMs }) => [name, selfMs]))
  expect(self).toEqual({ root: 30, slow: 10, deep: 30, beside: 20, late: 30, orphan: 10 })
})

const criticalOf = (spans: Span[]) =>
  Object.fromEntries(shapeTrace(spans).map(({ name, criticalMs }) => [name, criticalMs]))

test("a child that ends after its parent by a difference of clocks is on the critical path, with its own children", () => {
  expect(
    criticalOf([
      span("root", "", 0, 100),
      span("call", "root", 10, 93),
      span("query", "call", 20, 85),
      // Really outlives its parent: nobody waited for it.
      span("async", "root", 95, 60),
    ]),
  ).toEqual({ root: 10, call: 10, query: 80, async: 0 })
})

test("a server span whose clock differs is within the client span that called it, whatever its length", () => {
  const client = { kind: "Client" }
  const server = { kind: "Server", service: "other" }
  // 40 ms ahead: the server seems to begin after the client ended.
  expect(
    criticalOf([
      span("root", "", 0, 100),
      span("call", "root", 10, 20, client),
      span("serve", "call", 55, 15, server),
      span("query", "serve", 57, 10, { service: "other" }),
    ]),
  ).toEqual({ root: 80, call: 5, serve: 5, query: 10 })
  // 40 ms behind.
  expect(
    criticalOf([
      span("root", "", 100, 100),
      span("call", "root", 110, 50, client),
      span("serve", "call", 70, 40, server),
    ]),
  ).toEqual({ root: 50, call: 10, serve: 40 })
  // Longer than the call: the client did not wait for the end.
  expect(
    criticalOf([
      span("root", "", 0, 100),
      span("call", "root", 10, 20, client),
      span("serve", "call", 15, 40, server),
    ]),
  ).toEqual({ root: 80, call: 20, serve: 0 })
})

test("every span has one place, and the critical path is as long as the root", () => {
  const ids = "abcdefgh"
  const any = fc.array(
    fc.record({
      parent: fc.nat(8),
      start: fc.nat(50),
      duration: fc.nat(50),
    }),
    { minLength: 1, maxLength: 8 },
  )
  fc.assert(
    fc.property(any, (rows) => {
      const spans = rows.map(({ parent, start, duration }, at) =>
        span(ids[at] ?? "", ids[parent] ?? "", start, duration),
      )
      const shaped = shapeTrace(spans)
      expect(shaped.map(({ spanId }) => spanId).toSorted()).toEqual(
        spans.map(({ spanId }) => spanId).toSorted(),
      )
      for (const [at, { depth, selfMs, durationMs }] of shaped.entries()) {
        expect(depth).toBeLessThanOrEqual((shaped[at - 1]?.depth ?? -1) + 1)
        expect(selfMs).toBeLessThanOrEqual(durationMs)
      }
      const sum = shaped.reduce((total, { criticalMs }) => total + criticalMs, 0)
      const roots = shaped.filter(({ depth }) => depth === 0)
      const last = roots.toSorted(
        (a, b) => b.offsetMs + b.durationMs - (a.offsetMs + a.durationMs),
      )[0]
      expect(sum).toBeCloseTo(last?.durationMs ?? 0, 6)
    }),
    { numRuns: 500 },
  )
})

const view = (rows: ReturnType<typeof compareTraces>) =>
  rows.map(({ name, depth, difference, isCause }) => [name, depth, difference, isCause])

test("compares two traces and names the span that explains the difference", () => {
  const trace = (payMs: number, failed: boolean, more: Span[] = []) =>
    shapeTrace([
      span("checkout", "", 0, 50 + payMs, failed ? { status: "Error" } : {}),
      span("cart", "checkout", 5, 10),
      span("pay", "checkout", 20, payMs, failed ? { status: "Error" } : {}),
      ...more,
    ])
  expect(view(compareTraces(trace(40, false), trace(41, false)))).toEqual([
    ["checkout", 0, "same", false],
    ["cart", 1, "same", false],
    ["pay", 1, "same", false],
  ])
  expect(view(compareTraces(trace(40, false), trace(900, false)))).toEqual([
    ["checkout", 0, "slower", false],
    ["cart", 1, "same", false],
    ["pay", 1, "slower", true],
  ])
  const retried = [span("retry", "checkout", 70, 30)]
  expect(view(compareTraces(trace(40, false, retried), trace(900, true)))).toEqual([
    ["checkout", 0, "failed", false],
    ["cart", 1, "same", false],
    ["pay", 1, "failed", true],
    ["retry", 1, "only_first", false],
  ])
})
