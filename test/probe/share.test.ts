import { expect, test } from "vitest"
import { createWeight, shareOf, type ProberRow } from "../../src/probe/share.ts"

const row = (more: Partial<ProberRow> = {}): ProberRow => ({
  id: "a",
  ipv4Age: 1,
  ipv6Age: null,
  weight: 1,
  ...more,
})
const blind = row({ ipv4Age: 60 })
const other = (more: Partial<ProberRow> = {}) => row({ id: "b", ...more })

/** The weights of a prober over renewals four seconds apart. */
function follow(steps: [own: ProberRow, others: ProberRow[], isProved: boolean][]): number[] {
  const weigh = createWeight()
  return steps.map(([own, others, isProved], at) => weigh(own, others, isProved, at * 4000))
}

test("a prober without proof for ten seconds leaves while another is proved", () => {
  const seen = [1, 5, 9, 10, 14].map((ipv4Age) => [row({ ipv4Age }), [other()], false] as const)
  expect(follow(seen.map(([own, others, proved]) => [own, [...others], proved]))).toEqual([
    1, 1, 1, 0, 0,
  ])
})

test("nobody leaves while none is proved, or beside an older version that counts every prober", () => {
  expect(follow([[blind, [other({ ipv4Age: 30 })], false]])).toEqual([1])
  expect(follow([[blind, [], false]])).toEqual([1])
  expect(follow([[blind, [other({ weight: null, ipv4Age: null })], false]])).toEqual([1])
  expect(follow([[blind, [other(), other({ weight: null, ipv4Age: null })], false]])).toEqual([1])
})

test("a prober returns after three proofs in a row, with half of its share for thirty seconds", () => {
  const steps = [false, true, false, true, true, true, ...Array.from({ length: 9 }, () => true)]
  const weights = follow(steps.map((isProved) => [isProved ? row() : blind, [other()], isProved]))
  expect(weights.slice(0, 6)).toEqual([0, 0, 0, 0, 0, 0.5])
  expect(weights.slice(6)).toEqual([0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1, 1])
})

test("a prober that left takes over at once when no other can see any more", () => {
  expect(
    follow([
      [blind, [other()], false],
      [row(), [other({ weight: 0, ipv4Age: 12 })], true],
    ]),
  ).toEqual([0, 1])
})

test("without IPv6 alone a prober leaves only if another has it", () => {
  const four = row({ ipv6Age: 60 })
  expect(follow([[four, [other()], false]])).toEqual([1])
  expect(follow([[four, [other({ ipv6Age: 60 })], false]])).toEqual([1])
  expect(follow([[four, [other({ ipv6Age: 2 })], false]])).toEqual([0])
  // Each has lost one family: neither leaves.
  const six = other({ ipv4Age: 60, ipv6Age: 2 })
  expect(follow([[four, [six], false]])).toEqual([1])
  expect(follow([[six, [four], false]])).toEqual([1])
})

test("shares follow the weights, and together cover all shards", () => {
  expect(shareOf(0, [other()], 64)).toBe(0)
  expect(shareOf(1, [other({ weight: 0 })], 64)).toBe(64)
  expect(shareOf(0.5, [other()], 64) + shareOf(1, [other({ weight: 0.5 })], 64)).toBe(65)
  expect(shareOf(1, [other({ weight: null }), other({ weight: null })], 64)).toBe(22)
})
