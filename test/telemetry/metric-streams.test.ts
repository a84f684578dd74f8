import { expect, test } from "vitest"
import { useTelemetry } from "../support/telemetry.ts"
import { attribute, cumulative, delta, metricsOf, sumOf } from "./open-metrics.ts"

const telemetry = useTelemetry()
const openMetrics = metricsOf(telemetry)

const stale = { flags: 1 }
const buckets = (count: number) => ({
  count: String(count),
  sum: count * 2,
  explicitBounds: [10, 100],
  bucketCounts: [String(count), "0", "0"],
})
const exponential = (count: number) => ({
  count: String(count),
  sum: count * 2,
  scale: 0,
  zeroCount: "0",
  positive: { offset: 0, bucketCounts: [String(count)] },
})
const counted = (count: number, explicitBounds: number[], bucketCounts: number[]) => ({
  count: String(count),
  explicitBounds,
  bucketCounts: bucketCounts.map(String),
})

test("a point that is flagged as not recorded is no value of any kind of metric, and ends its series", async () => {
  const { list, series } = await openMetrics((time) => {
    const at = (minute: number, more: object, pod = "a") => ({
      startTimeUnixNano: time(-600),
      timeUnixNano: time(minute),
      attributes: [attribute("pod", pod)],
      ...more,
    })
    const quantileValues = [{ quantile: 0.5, value: 7 }]
    return [
      {
        name: "memory",
        gauge: {
          dataPoints: [
            at(1, { asDouble: 5 }),
            at(2, stale),
            at(3, { asDouble: 7 }),
            at(3, { asDouble: Number.NaN.toString() }, "b"),
          ],
        },
      },
      sumOf("requests", cumulative, [
        at(1, { asInt: "1000" }),
        at(2, { asInt: "1010" }),
        at(3, stale),
        at(4, { asInt: "1020" }),
      ]),
      sumOf(
        "open",
        cumulative,
        [
          at(1, { asInt: "4" }),
          at(1, { asInt: "6" }, "b"),
          at(2, { asInt: "3" }),
          at(2, stale, "b"),
        ],
        false,
      ),
      {
        name: "took",
        histogram: {
          aggregationTemporality: cumulative,
          dataPoints: [at(1, buckets(1000)), at(2, stale), at(3, buckets(1010))],
        },
      },
      {
        name: "took.exponential",
        exponentialHistogram: {
          aggregationTemporality: cumulative,
          dataPoints: [at(1, exponential(1000)), at(2, stale), at(3, exponential(1010))],
        },
      },
      {
        name: "took.summary",
        summary: {
          dataPoints: [
            at(1, { count: "4", sum: 9, quantileValues }),
            at(2, { ...stale, quantileValues: [{ quantile: 0.5, value: 0 }] }),
            at(3, { quantileValues: [{ quantile: 0.5, value: "NaN" }] }),
          ],
        },
      },
    ]
  })
  for (const aggregation of ["AVG", "MIN", "MAX", "SUM"]) {
    expect(await series("memory", "GAUGE", aggregation)).toEqual({
      "": [
        [1, 5],
        [3, 7],
      ],
    })
  }
  expect(await series("requests", "SUM", "INCREASE")).toEqual({
    "": [
      [2, 10],
      [4, 10],
    ],
  })
  expect(await series("requests", "SUM", "MIN")).toEqual({
    "": [
      [1, 1000],
      [2, 1010],
      [4, 1020],
    ],
  })
  expect(await series("open", "SUM", "SUM")).toEqual({
    "": [
      [1, 10],
      [2, 3],
    ],
  })
  for (const [name, kind] of [
    ["took", "HISTOGRAM"],
    ["took.exponential", "EXPONENTIAL_HISTOGRAM"],
  ] as const) {
    expect(await series(name, kind, "INCREASE")).toEqual({ "": [[3, 10]] })
    expect(await series(name, kind, "AVG")).toEqual({ "": [[3, 2]] })
  }
  expect(await series("took.summary", "SUMMARY", "P50")).toEqual({ "": [[1, 7]] })
  expect(
    await telemetry.store.query(
      "SELECT Flags, isNaN(Value) AS isEmpty FROM otel_metrics_gauge WHERE MetricName = 'memory' AND Flags = 1",
      {},
    ),
  ).toEqual([{ Flags: 1, isEmpty: 1 }])
  expect(await list()).toHaveLength(6)
})

test("processes with the same attributes are distinguished by when they started, and their sums are not resets", async () => {
  const { series } = await openMetrics((time) => {
    const point = (minute: number, value: number, start: number) => ({
      startTimeUnixNano: time(start),
      timeUnixNano: time(minute + start / 1_000_000),
      asInt: String(value),
    })
    const histogram = (minute: number, count: number, start: number) => ({
      ...point(minute, 0, start),
      count: String(count),
      sum: count * 3,
      explicitBounds: [10],
      bucketCounts: [String(count), "0"],
    })
    return [
      sumOf("jobs", cumulative, [
        point(1, 1000, -500),
        point(1, 10, -400),
        point(2, 1005, -500),
        point(2, 12, -400),
        point(3, 1006, -500),
        point(3, 13, -400),
        // Began in the window: all of it grew there.
        point(3, 40, 2),
      ]),
      {
        name: "took",
        histogram: {
          aggregationTemporality: cumulative,
          dataPoints: [
            histogram(1, 1000, -500),
            histogram(1, 10, -400),
            histogram(2, 1005, -500),
            histogram(2, 12, -400),
          ],
        },
      },
      // One that took the place of another is not added to it, two that run at the same time are.
      sumOf(
        "open",
        cumulative,
        [point(1, 50, -500), { ...point(1, 3, 1.1), timeUnixNano: time(1.5) }],
        false,
      ),
      sumOf("busy", cumulative, [point(1, 50, -500), point(1, 3, -400)], false),
      sumOf("added", delta, [point(1, 5, 0.9), point(1, 6, 0.8), point(1.5, 7, 1)]),
    ]
  })
  expect(await series("jobs", "SUM", "INCREASE")).toEqual({
    "": [
      [2, 7],
      [3, 42],
    ],
  })
  expect(await series("took", "HISTOGRAM", "INCREASE")).toEqual({ "": [[2, 7]] })
  expect(await series("open", "SUM", "SUM")).toEqual({ "": [[1, 3]] })
  expect(await series("busy", "SUM", "SUM")).toEqual({ "": [[1, 53]] })
  expect(await series("added", "SUM", "SUM")).toEqual({ "": [[1, 18]] })
})

test("refuses the rate of a sum that can fall, and says what to use", async () => {
  const { series, list } = await openMetrics((time) => {
    const point = (minute: number, value: number) => ({
      startTimeUnixNano: time(-600),
      timeUnixNano: time(minute),
      asInt: String(value),
    })
    return [
      sumOf("open", cumulative, [point(1, 50), point(2, 40), point(3, 45)], false),
      sumOf("changed", delta, [point(1, 5), point(2, -4)], false),
    ]
  })
  for (const name of ["open", "changed"]) {
    for (const aggregation of ["RATE", "INCREASE"]) {
      expect(await series(name, "SUM", aggregation)).toMatch(
        /does not apply to a sum that can fall.*use avg, sum, min or max/,
      )
    }
  }
  expect(await list()).toMatchObject([{ isMonotonic: false }, { isMonotonic: false }])
  expect(await series("changed", "SUM", "SUM")).toEqual({
    "": [
      [1, 5],
      [2, -4],
    ],
  })
})

test("shows no number that nobody sent: of absent sums, buckets without bounds, changed bounds, values that are not finite", async () => {
  const { series, query } = await openMetrics((time) => {
    const at = (minute: number, more: object) => ({
      startTimeUnixNano: time(-600),
      timeUnixNano: time(minute),
      ...more,
    })
    return [
      {
        name: "signed",
        histogram: {
          aggregationTemporality: delta,
          dataPoints: [at(1, counted(4, [0, 10], [2, 2, 0]))],
        },
      },
      {
        name: "single",
        histogram: {
          aggregationTemporality: delta,
          dataPoints: [at(1, { ...counted(4, [], [4]), sum: 80 })],
        },
      },
      {
        name: "rebuilt",
        histogram: {
          aggregationTemporality: cumulative,
          dataPoints: [
            at(1, { ...counted(1000, [10, 100], [1000, 0, 0]), sum: 1 }),
            at(2, { ...counted(1004, [50], [1000, 4]), sum: 5 }),
          ],
        },
      },
      sumOf("bytes", cumulative, [
        at(1, { asDouble: 10 }),
        at(2, { asDouble: "Infinity" }),
        at(3, { asDouble: "NaN" }),
        at(4, { asDouble: 14 }),
      ]),
      {
        name: "load",
        gauge: {
          dataPoints: [
            at(1, {
              asDouble: 1,
              exemplars: [
                { timeUnixNano: time(1), traceId: "c".repeat(32), spanId: "d".repeat(16) },
              ],
            }),
          ],
        },
      },
    ]
  })
  expect(await series("signed", "HISTOGRAM", "AVG")).toEqual({})
  expect(await series("signed", "HISTOGRAM", "SUM")).toEqual({})
  expect(await series("signed", "HISTOGRAM", "INCREASE")).toEqual({ "": [[1, 4]] })
  expect(await series("single", "HISTOGRAM", "P95")).toEqual({})
  expect(await series("single", "HISTOGRAM", "AVG")).toEqual({ "": [[1, 20]] })
  expect(await series("rebuilt", "HISTOGRAM", "INCREASE")).toEqual({ "": [[2, 4]] })
  expect(await series("rebuilt", "HISTOGRAM", "P95")).toEqual({})
  expect(await series("bytes", "SUM", "INCREASE")).toEqual({ "": [[4, 4]] })
  expect(
    await query(
      'metricExemplars(name: "load", kind: GAUGE, query: "", from: $from, to: $to) { value }',
    ),
  ).toEqual({ metricExemplars: [] })
})
