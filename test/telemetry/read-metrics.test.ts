import { expect, test } from "vitest"
import { useTelemetry } from "../support/telemetry.ts"
import { attribute, cumulative, delta, metricsOf, sumOf } from "./open-metrics.ts"

const openMetrics = metricsOf(useTelemetry())

const gauge = (time: (minute: number) => string) => ({
  name: "memory",
  unit: "By",
  gauge: {
    dataPoints: [
      {
        timeUnixNano: time(0),
        asDouble: 10,
        attributes: [attribute("pod", "a"), attribute("zone", "1")],
      },
      {
        timeUnixNano: time(0),
        asDouble: 30,
        attributes: [attribute("pod", "b"), attribute("zone", "1")],
      },
      {
        timeUnixNano: time(0),
        asDouble: 5,
        attributes: [attribute("pod", "c"), attribute("zone", "2")],
      },
      {
        timeUnixNano: time(2),
        asDouble: 20,
        attributes: [attribute("pod", "a"), attribute("zone", "1")],
      },
    ],
  },
})

test("shows gauges by attribute, aggregated over the streams of each", async () => {
  const { list, series, query } = await openMetrics((time) => [gauge(time)])
  expect(await list()).toEqual([
    {
      name: "memory",
      kind: "GAUGE",
      unit: "By",
      isMonotonic: false,
      series: 3,
      services: ["shop"],
    },
  ])
  expect(await series("memory", "GAUGE", "AVG")).toEqual({
    "": [
      [0, 15],
      [2, 20],
    ],
  })
  expect(await series("memory", "GAUGE", "SUM", 'by: ["attr.zone"]')).toEqual({
    1: [
      [0, 40],
      [2, 20],
    ],
    2: [[0, 5]],
  })
  expect(await series("memory", "GAUGE", "MAX", 'by: ["service", "pod"]')).toEqual({
    "shop,a": [
      [0, 10],
      [2, 20],
    ],
    "shop,b": [[0, 30]],
    "shop,c": [[0, 5]],
  })
  expect(await series("memory", "GAUGE", "RATE")).toMatch(
    /rate does not apply to a gauge: use avg, sum, min or max/,
  )
  expect(
    await query(
      'metricAttributes(name: "memory", kind: GAUGE, from: $from, to: $to) { key values examples }',
    ),
  ).toEqual({
    metricAttributes: [
      { key: "pod", values: 3, examples: ["a", "b", "c"] },
      { key: "service", values: 1, examples: ["shop"] },
      { key: "zone", values: 2, examples: ["1", "2"] },
    ],
  })
})

test("counts the increase of counters through resets, in both temporalities, and once if sent twice", async () => {
  const { series } = await openMetrics((time) => {
    const point = (minute: number, value: number, start = 0, pod = "a") => ({
      startTimeUnixNano: time(start),
      timeUnixNano: time(minute),
      asInt: String(value),
      attributes: [attribute("pod", pod)],
    })
    return [
      sumOf("grown", cumulative, [
        point(1, 60),
        point(2, 180),
        point(2, 180),
        // Restarted: a lower value, then a higher one with a new start.
        point(3, 30),
        point(4, 90),
        point(6, 600, 5),
        // A stream that began long before the first point that is known.
        point(1, 1_000_000, -600, "b"),
        point(2, 1_000_060, -600, "b"),
      ]),
      sumOf("added", delta, [point(1, 60, 0), point(2, 120, 1), point(2, 120, 1), point(3, 6, 2)]),
      sumOf("open", cumulative, [point(1, 5), point(2, 3), point(2, 4, 0, "b")], false),
    ]
  })
  expect(await series("grown", "SUM", "INCREASE", 'by: ["pod"]')).toEqual({
    a: [
      [1, 60],
      [2, 120],
      [3, 30],
      [4, 60],
      [6, 600],
    ],
    b: [[2, 60]],
  })
  expect(await series("grown", "SUM", "RATE")).toEqual({
    "": [
      [1, 1],
      [2, 3],
      [3, 0.5],
      [4, 1],
      [6, 10],
    ],
  })
  expect(await series("added", "SUM", "INCREASE")).toEqual({
    "": [
      [1, 60],
      [2, 120],
      [3, 6],
    ],
  })
  expect(await series("open", "SUM", "SUM")).toEqual({
    "": [
      [1, 5],
      [2, 7],
    ],
  })
})

test("estimates quantiles of histograms, explicit and exponential, in both temporalities", async () => {
  const exemplar = "c".repeat(32)
  const { series, query } = await openMetrics((time) => {
    const explicit = (minute: number, counts: number[], start: number) => ({
      startTimeUnixNano: time(start),
      timeUnixNano: time(minute),
      count: String(counts.reduce((sum, one) => sum + one, 0)),
      sum: counts.reduce((sum, one) => sum + one, 0) * 10,
      explicitBounds: [10, 100],
      bucketCounts: counts.map(String),
      exemplars: [
        { timeUnixNano: time(minute), asDouble: 99, traceId: exemplar, spanId: "d".repeat(16) },
      ],
    })
    const exponential = (
      minute: number,
      scale: number,
      offset: number,
      counts: number[],
      start: number,
    ) => ({
      startTimeUnixNano: time(start),
      timeUnixNano: time(minute),
      count: String(counts.reduce((sum, one) => sum + one, 0)),
      sum: 1,
      scale,
      zeroCount: "0",
      positive: { offset, bucketCounts: counts.map(String) },
    })
    return [
      {
        name: "took",
        histogram: {
          aggregationTemporality: cumulative,
          dataPoints: [
            explicit(1, [10, 0, 0], 0),
            explicit(2, [10, 20, 0], 0),
            explicit(3, [5, 0, 0], 2),
          ],
        },
      },
      {
        name: "took.delta",
        histogram: {
          aggregationTemporality: delta,
          dataPoints: [explicit(1, [10, 10, 0], 0), explicit(2, [4, 0, 0], 1)],
        },
      },
      {
        name: "took.exponential",
        exponentialHistogram: {
          aggregationTemporality: cumulative,
          // The second has half the resolution: buckets 2 and 3 of the first are bucket 1 of it.
          dataPoints: [exponential(1, 1, 2, [3, 5], 0), exponential(2, 0, 1, [8, 4], 0)],
        },
      },
      {
        name: "took.summary",
        summary: {
          dataPoints: [
            {
              timeUnixNano: time(1),
              count: "4",
              sum: 9,
              quantileValues: [
                { quantile: 0.5, value: 2 },
                { quantile: 0.99, value: 7 },
              ],
            },
          ],
        },
      },
    ]
  })
  expect(await series("took", "HISTOGRAM", "INCREASE")).toEqual({
    "": [
      [1, 10],
      [2, 20],
      [3, 5],
    ],
  })
  expect(await series("took", "HISTOGRAM", "P50")).toEqual({
    "": [
      [1, 5],
      [2, 55],
      [3, 5],
    ],
  })
  expect(await series("took", "HISTOGRAM", "AVG")).toEqual({
    "": [
      [1, 10],
      [2, 10],
      [3, 10],
    ],
  })
  expect(await series("took", "HISTOGRAM", "MAX")).toMatch(/max does not apply to a histogram/)
  expect(await series("took.delta", "HISTOGRAM", "INCREASE")).toEqual({
    "": [
      [1, 20],
      [2, 4],
    ],
  })
  expect(await series("took.delta", "HISTOGRAM", "P50")).toEqual({
    "": [
      [1, 10],
      [2, 5],
    ],
  })
  const increase = await series("took.exponential", "EXPONENTIAL_HISTOGRAM", "INCREASE")
  expect(increase).toEqual({
    "": [
      [1, 8],
      [2, 4],
    ],
  })
  // 8 in (2, 4] of which 3 are below 2.83; then 4 in (4, 8].
  const quantiles = await series("took.exponential", "EXPONENTIAL_HISTOGRAM", "P99")
  expect(quantiles).toEqual({
    "": [
      [1, expect.closeTo(3.98, 1)],
      [2, expect.closeTo(7.96, 1)],
    ],
  })
  expect(await series("took.summary", "SUMMARY", "P99")).toEqual({ "": [[1, 7]] })
  expect(await series("took.summary", "SUMMARY", "P95")).toEqual({})
  expect(
    await query(
      'metricExemplars(name: "took", kind: HISTOGRAM, query: "", from: $from, to: $to) { value traceId }',
    ),
  ).toEqual({ metricExemplars: [{ value: 99, traceId: exemplar }] })
})
