import { compileQuery, fieldExpression } from "../language/compile-query.ts"
import { QueryFault } from "../language/query-term.ts"
import { metricFields } from "../language/searchable.ts"
import type { Window } from "../window.ts"
import { windowParams } from "../window.ts"
import type { MetricName } from "./metric-table.ts"
import { metricTable, seriesHash } from "./metric-table.ts"

export type Aggregation = "avg" | "sum" | "min" | "max" | "rate" | "increase" | Quantile
export type Quantile = "p50" | "p75" | "p90" | "p95" | "p99"

export type SeriesInput = MetricName & {
  query: string
  /** Fields by whose values the series are kept apart. */
  by: readonly string[]
  aggregation: Aggregation
  stepSeconds: number
  /** Steps begin at multiples of their length and this many seconds. */
  shiftSeconds?: number
}

export type Statement = { sql: string; params: Record<string, unknown> }

/** How long before the window the last value of a cumulative stream is looked for, at least. */
const leastLookBackS = 600

const select = (columns: string) => `labels, series, at, StartTimeUnix, TimeUnix, ${columns}`

/** Points of the window with those shortly before it; one that was sent twice counts once. */
function pointsOf(input: SeriesInput, window: Window, columns: string): Statement {
  const { sql, params } = compileQuery(input.query, metricFields)
  const labels = input.by.map((field, at) => fieldExpression(field, metricFields, `b${at}_`))
  return {
    sql: `SELECT [${labels.map((one) => one.sql).join(", ")}]::Array(String) AS labels, ${seriesHash} AS series,
        toUnixTimestamp(toStartOfInterval(toDateTime(TimeUnix) - toIntervalSecond({shift:UInt32}), toIntervalSecond({step:UInt32})))
          + {shift:UInt32} AS at,
        StartTimeUnix, TimeUnix, ${columns}
      FROM ${metricTable(input.kind)}
      WHERE ProjectId = {project:UUID} AND MetricName = {name:String}
        AND TimeUnix >= toDateTime64({from:Float64} - {lookBack:UInt32}, 9)
        AND TimeUnix < toDateTime64({to:Float64}, 9) AND ${sql}
      LIMIT 1 BY series, StartTimeUnix, TimeUnix`,
    params: {
      ...params,
      ...Object.assign({}, ...labels.map((one) => one.params)),
      ...windowParams(window),
      name: input.name,
      step: input.stepSeconds,
      shift: input.shiftSeconds ?? 0,
      lookBack: Math.max(leastLookBackS, 2 * input.stepSeconds),
    },
  }
}

const inside = "TimeUnix >= toDateTime64({from:Float64}, 9)"

/** Values as they were measured: the last, mean, least and greatest of each stream in each step. */
export function valuesSql(input: SeriesInput, window: Window): Statement {
  const { aggregation } = input
  const outer = { avg: "avg(mean)", sum: "sum(last)", min: "min(least)", max: "max(most)" }
  if (!Object.hasOwn(outer, aggregation)) throw unfit(input, "avg, sum, min or max")
  const { sql, params } = pointsOf(input, window, "Value")
  return {
    params,
    sql: `SELECT labels, at, ${outer[aggregation as keyof typeof outer]} AS value FROM (
        SELECT labels, at, avg(Value) AS mean, min(Value) AS least, max(Value) AS most, argMax(Value, TimeUnix) AS last
        FROM (${sql}) WHERE ${inside} GROUP BY labels, series, at
      ) GROUP BY labels, at ORDER BY labels, at`,
  }
}

const previous = (column: string) => `any(${column}) OVER before`
const before =
  "WINDOW before AS (PARTITION BY series ORDER BY TimeUnix ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING)"

/**
 * What a point adds to the one before it. A delta adds itself. A cumulative value that fell, or that began after the
 * point before, was reset and adds itself, too; the first of a stream does if it began within the window.
 */
const increaseOf = (grown: string, whole: string, nothing: string) =>
  `multiIf(AggregationTemporality = 1, ${whole},
     n = 0, if(StartTimeUnix >= toDateTime64({from:Float64} - {lookBack:UInt32}, 9) AND StartTimeUnix < TimeUnix, ${whole}, ${nothing}),
     isReset, ${whole}, ${grown})`

/** How much counters grew in each step. */
export function increasesSql(input: SeriesInput, window: Window): Statement {
  const { sql, params } = pointsOf(input, window, "Value, AggregationTemporality")
  return {
    params,
    sql: `SELECT labels, at, sum(increase) AS value FROM (
        SELECT labels, at, TimeUnix, ${increaseOf("Value - was", "Value", "0")} AS increase
        FROM (
          SELECT ${select("Value, AggregationTemporality")}, count() OVER before AS n, ${previous("Value")} AS was,
            Value < was OR StartTimeUnix >= ${previous("TimeUnix")} AS isReset
          FROM (${sql}) ${before}
        ) WHERE ${inside}
      ) GROUP BY labels, at ORDER BY labels, at`,
  }
}

/** Counts by bucket of explicit histograms in each step, one row for each layout of buckets. */
export function histogramSql(input: SeriesInput, window: Window): Statement {
  const columns = "Count, Sum, BucketCounts, ExplicitBounds, AggregationTemporality"
  const { sql, params } = pointsOf(input, window, columns)
  const whole = "(toFloat64(Count), Sum, arrayMap(one -> toFloat64(one), BucketCounts))"
  const grown =
    "(toFloat64(Count) - toFloat64(wasCount), Sum - wasSum, arrayMap((one, i) -> greatest(0, toFloat64(one) - toFloat64(wasBuckets[i])), BucketCounts, arrayEnumerate(BucketCounts)))"
  return {
    params,
    sql: `SELECT labels, at, ExplicitBounds AS bounds, sum(increase.1) AS count, sum(increase.2) AS total,
        sumForEach(increase.3) AS counts
      FROM (
        SELECT labels, at, TimeUnix, ExplicitBounds,
          ${increaseOf(grown, whole, "(0., 0., arrayMap(one -> 0., BucketCounts))")} AS increase
        FROM (
          SELECT ${select(columns)}, count() OVER before AS n, ${previous("Count")} AS wasCount,
            ${previous("Sum")} AS wasSum, ${previous("BucketCounts")} AS wasBuckets,
            Count < wasCount OR StartTimeUnix >= ${previous("TimeUnix")}
              OR ExplicitBounds != ${previous("ExplicitBounds")} AS isReset
          FROM (${sql}) ${before}
        ) WHERE ${inside}
      ) GROUP BY labels, at, bounds ORDER BY labels, at`,
  }
}

/** Counts by index at a scale that is lower than that of the histogram: two buckets become one for each step down. */
const indexed = (offset: string, counts: string, scale: string) =>
  `CAST(arrayReduce('sumMap',
     [arrayMap(i -> toInt32(floor((${offset} + i - 1) / exp2(${scale} - shared))), arrayEnumerate(${counts}))],
     [arrayMap(one -> toInt64(one), ${counts})]), 'Map(Int32, Int64)')`

const now = (side: string) => indexed(`${side}Offset`, `${side}BucketCounts`, "Scale")
const was = (side: string) => indexed(`was${side}Offset`, `was${side}BucketCounts`, "wasScale")

/** Counts by index of exponential histograms in each step, one row for each scale. */
export function exponentialSql(input: SeriesInput, window: Window): Statement {
  const sides = "PositiveOffset, PositiveBucketCounts, NegativeOffset, NegativeBucketCounts"
  const columns = `Count, Sum, Scale, ZeroCount, ${sides}, AggregationTemporality`
  const { sql, params } = pointsOf(input, window, columns)
  const grown = `(toFloat64(Count) - toFloat64(wasCount), Sum - wasSum, toFloat64(ZeroCount) - toFloat64(wasZero),
    mapSubtract(${now("Positive")}, ${was("Positive")}), mapSubtract(${now("Negative")}, ${was("Negative")}))`
  const whole = `(toFloat64(Count), Sum, toFloat64(ZeroCount), ${now("Positive")}, ${now("Negative")})`
  const none = "CAST(([], []), 'Map(Int32, Int64)')"
  return {
    params,
    sql: `SELECT labels, at, shared AS scale, sum(increase.1) AS count, sum(increase.2) AS total,
        sum(increase.3) AS zeroCount, sumMap(increase.4) AS positive, sumMap(increase.5) AS negative
      FROM (
        SELECT labels, at, TimeUnix, shared,
          ${increaseOf(grown, whole, `(0., 0., 0., ${none}, ${none})`)} AS increase
        FROM (
          SELECT ${select(columns)}, count() OVER before AS n, ${previous("Count")} AS wasCount,
            ${previous("Sum")} AS wasSum, ${previous("ZeroCount")} AS wasZero, ${previous("Scale")} AS wasScale,
            ${["Positive", "Negative"]
              .flatMap((side) => [`${side}Offset`, `${side}BucketCounts`])
              .map((column) => `${previous(column)} AS was${column}`)
              .join(", ")},
            Count < wasCount OR StartTimeUnix >= ${previous("TimeUnix")} AS isReset,
            if(n = 0, Scale, least(Scale, wasScale)) AS shared
          FROM (${sql}) ${before}
        ) WHERE ${inside}
      ) GROUP BY labels, at, scale ORDER BY labels, at`,
  }
}

/** Summaries keep quantiles that their sender chose; they cannot be merged, so their mean is shown. */
export function summarySql(input: SeriesInput, window: Window, quantile: number): Statement {
  const { sql, params } = pointsOf(
    input,
    window,
    "ValueAtQuantiles.Quantile AS quantiles, ValueAtQuantiles.Value AS known",
  )
  return {
    params: { ...params, quantile },
    sql: `SELECT labels, at, avg(known[indexOf(quantiles, {quantile:Float64})]) AS value FROM (${sql})
      WHERE ${inside} AND has(quantiles, {quantile:Float64}) GROUP BY labels, at ORDER BY labels, at`,
  }
}

export const unfit = ({ kind, aggregation }: SeriesInput, instead: string): QueryFault =>
  new QueryFault(`${aggregation} does not apply to a ${kind.replace("_", " ")}: use ${instead}`, 0)
