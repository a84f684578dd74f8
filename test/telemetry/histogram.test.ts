import fc from "fast-check"
import { expect, test } from "vitest"
import {
  explicitBuckets,
  exponentialBuckets,
  quantileOf,
} from "../../src/telemetry/query/metrics/histogram.ts"

test("estimates quantiles of explicit buckets", () => {
  const buckets = explicitBuckets([10, 20, 50], [10, 10, 0, 0])
  expect(quantileOf(buckets, 0.5)).toBe(10)
  expect(quantileOf(buckets, 0.75)).toBe(15)
  expect(quantileOf(buckets, 0.25)).toBe(5)
  expect(quantileOf(explicitBuckets([10, 20, 50], [0, 0, 0, 4]), 0.99)).toBe(50)
  expect(quantileOf(explicitBuckets([10], [0, 0]), 0.5)).toBeNull()
  // Streams with other bounds are added up.
  expect(quantileOf([...buckets, ...explicitBuckets([100], [20, 0])], 0.5)).toBeCloseTo(16.67, 1)
})

test("estimates quantiles of exponential buckets, with zero and negative values", () => {
  const buckets = exponentialBuckets({
    scale: 0,
    zeroCount: 2,
    positive: { "0": 4, "1": 4 },
    negative: { "0": 2 },
  })
  expect(buckets.map(({ low, high }) => [low, high])).toEqual([
    [-2, -1],
    [0, 0],
    [1, 2],
    [2, 4],
  ])
  expect(quantileOf(buckets, 0.25)).toBe(0)
  expect(quantileOf(buckets, 1)).toBe(4)
  expect(quantileOf(buckets, 0.5)).toBeCloseTo(1.5, 6)
})

test("a quantile grows with its share and stays within the buckets", () => {
  const counts = fc.array(fc.nat(50), { minLength: 4, maxLength: 4 })
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(counts, share, share, (all, one, other) => {
      const buckets = explicitBuckets([1, 10, 100], all)
      const low = quantileOf(buckets, Math.min(one, other))
      const high = quantileOf(buckets, Math.max(one, other))
      const isEmpty = all.every((count) => count === 0)
      expect([low === null, high === null]).toEqual([isEmpty, isEmpty])
      expect((low ?? 0) - (high ?? 0)).toBeLessThanOrEqual(1e-9)
      expect(high ?? 0).toBeLessThanOrEqual(100)
      expect(low ?? 0).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 300 },
  )
})
