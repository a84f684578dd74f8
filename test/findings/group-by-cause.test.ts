import fc from "fast-check"
import { expect, test } from "vitest"
import type { Finding } from "../../src/findings/finding.ts"
import { groupByCause, type Problem } from "../../src/findings/group-by-cause.ts"
import { say } from "../../src/findings/say.ts"

const refused = (...endpoints: string[]): Finding => ({
  code: "not_connected",
  parameters: {
    tries: endpoints.map((endpoint) => ({ endpoint, fault: "refused", errorCode: null })),
    withinMs: 10,
  },
})
const silent = (endpoint: string): Finding => ({
  code: "not_connected",
  parameters: { tries: [{ endpoint, fault: "silent", errorCode: null }], withinMs: 10_000 },
})
const slow = (afterMs: number): Finding => ({ code: "no_response", parameters: { afterMs } })

const problem = (id: string, more: Partial<Problem> = {}): Problem => ({
  id,
  findings: [],
  host: null,
  root: null,
  ...more,
})

const shown = (problems: Problem[]) =>
  groupByCause(problems).map(({ cause, ids }) => `${ids.join("")} · ${say([cause])}`)

test("an address is named with what it did, whatever the port", () => {
  expect(
    shown([
      problem("a", { findings: [refused("10.0.0.7:443")], host: "a.example" }),
      problem("b", { findings: [refused("10.0.0.7:80")], host: "b.example" }),
      problem("c", { findings: [refused("[2001:db8::7]:443")] }),
      problem("d", { findings: [refused("[2001:db8::7]:80")] }),
      problem("e", { findings: [refused("10.0.0.9:443")] }),
    ]),
  ).toEqual(["ab · 10.0.0.7 refused the connection.", "cd · 2001:db8::7 refused the connection."])
  expect(
    shown([
      problem("a", { findings: [refused("10.0.0.7:443")] }),
      problem("b", { findings: [silent("10.0.0.7:443")] }),
    ]),
  ).toEqual(["ab · Several failures of 10.0.0.7"])
})

test("a parent beats an address, an address a host, and a host a reason", () => {
  const root = { id: "p", name: "Database" }
  const findings = [refused("10.0.0.7:443")]
  const one = { findings, host: "shop.example", root }
  expect(shown([problem("a", one), problem("b", one)])).toEqual(["ab · Database is down"])
  const apart = { ...one, root: null }
  expect(shown([problem("a", one), problem("b", apart)])).toEqual([
    "ab · 10.0.0.7 refused the connection.",
  ])
  const silentToo = { host: "Shop.example", findings: [slow(10_000)] }
  expect(
    shown([problem("a", silentToo), problem("b", { ...silentToo, findings: [slow(9000)] })]),
  ).toEqual([`ab · Shop.example: ${say([slow(10_000)])}`])
  expect(
    shown([problem("a", { findings: [slow(10_000)] }), problem("b", { findings: [slow(9000)] })]),
  ).toEqual([`ab · ${say([slow(10_000)])}`])
  expect(shown([problem("a"), problem("b")])).toEqual([])
})

const failed = (value: number): Finding => ({
  code: "telemetry_condition_failed",
  parameters: {
    measure: "p95",
    comparison: "above",
    threshold: 5,
    count: null,
    value,
    metric: "latency",
    group: `customer ${value}`,
    example: null,
    minutes: 5,
    failing: 1,
    windows: 1,
    neededWindows: 1,
  },
})

test("values from telemetry neither group nor show", () => {
  const groups = groupByCause([
    problem("a", { findings: [failed(71)] }),
    problem("b", { findings: [failed(82)] }),
  ])
  expect(groups.map(({ ids }) => ids)).toEqual([["a", "b"]])
  expect(JSON.stringify(groups)).not.toMatch(/71|82|customer/)
})

const some = <T>(...values: T[]) => fc.constantFrom(...values)
const anyProblem = fc.record({
  findings: fc.array(
    fc.oneof(
      some("10.0.0.7", "10.0.0.8").map((address) => refused(`${address}:443`, "[::1]:80")),
      some("10.0.0.7:1", "10.0.0.9:2").map(silent),
      some(1, 2).map(slow),
      fc.constant<Finding>({ code: "no_reason", parameters: {} }),
    ),
    { maxLength: 2 },
  ),
  host: some(null, "a.example", "A.example", "b.example"),
  root: some(null, { id: "p", name: "P" }, { id: "q", name: "Q" }),
})

test("each problem is in at most one group of at least two, in whatever order they come", () => {
  fc.assert(
    fc.property(
      fc.array(anyProblem, { maxLength: 12 }),
      fc.infiniteStream(fc.nat()),
      (all, keys) => {
        const problems = all.map((one, at) => ({ ...one, id: `m${at}` }))
        const groups = groupByCause(problems)
        const ids = groups.flatMap((group) => group.ids)
        expect(new Set(ids).size).toBe(ids.length)
        expect(groups.every((group) => group.ids.length > 1)).toBe(true)
        expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length)
        // Those left alone share no parent that is down with another one left alone.
        const alone = problems.filter(({ id }) => !ids.includes(id))
        const roots = alone.flatMap(({ root }) => (root === null ? [] : [root.id]))
        expect(new Set(roots).size).toBe(roots.length)
        const shuffled = problems
          .map((one) => ({ one, key: keys.next().value }))
          .toSorted((left, right) => left.key - right.key)
          .map(({ one }) => one)
        expect(groupByCause(shuffled)).toEqual(groups)
      },
    ),
  )
})
