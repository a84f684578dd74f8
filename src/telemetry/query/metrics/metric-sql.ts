import { compileQuery, fieldExpression } from "../language/compile-query.ts"
import { QueryFault } from "../language/query-term.ts"
import { metricFields } from "../language/searchable.ts"
import { windowParams, type Window } from "../window.ts"
import { isRecorded, metricTable, seriesHash, type MetricName } from "./metric-table.ts"

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

type Points = {
  columns: string
  /** Which of the points count. */
  where: string
  /** What tells two points of the same time apart, besides their series. */
  distinct?: string
}

/** Points of the window with those shortly before it; one that was sent twice counts once. */
function pointsOf(
  input: SeriesInput,
  window: Window,
  { columns, where, distinct }: Points,
): Statement {
  const { sql, params } = compileQuery(input.query, metricFields)
  const labels = input.by.map((field, at) => fieldExpression(field, metricFields, `b${at}_`))
  const { kind } = input
  return {
    sql: `SELECT [${labels.map((one) => one.sql).join(", ")}]::Array(String) AS labels, ${seriesHash(kind)} AS series,
        toUnixTimestamp(toStartOfInterval(toDateTime(TimeUnix) - toIntervalSecond({shift:UInt32}), toIntervalSecond({step:UInt32})))
          + {shift:UInt32} AS at,
        StartTimeUnix, TimeUnix, ${columns}
      FROM ${metricTable(kind)}
      WHERE ProjectId = {project:UUID} AND MetricName = {name:String}
        AND TimeUnix >= toDateTime64({from:Float64} - {lookBack:UInt32}, 9)
        AND TimeUnix < toDateTime64({to:Float64}, 9) AND ${where} AND ${sql}
      LIMIT 1 BY series, StartTimeUnix, TimeUnix${distinct === undefined ? "" : `, ${distinct}`}`,
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

const means = { avg: "avg(mean)", min: "min(least)", max: "max(most)" } as const
const hasValue = `${isRecorded} AND NOT isNaN(Value)`

/** Values as they were measured: the mean, least and greatest of each series in each step, or the sum of the last ones. */
export function valuesSql(input: SeriesInput, window: Window): Statement {
  const { aggregation } = input
  if (aggregation === "sum") return totalSql(input, window)
  if (aggregation !== "avg" && aggregation !== "min" && aggregation !== "max")
    throw unfit(input, "avg, sum, min or max")
  const columns = "Value"
  const { sql, params } = pointsOf(input, window, { columns, where: hasValue, distinct: "Value" })
  return {
    params,
    sql: `SELECT labels, at, ${means[aggregation]} AS value FROM (
        SELECT labels, at, avg(Value) AS mean, min(Value) AS least, max(Value) AS most
        FROM (${sql}) WHERE ${inside} GROUP BY labels, series, at
      ) GROUP BY labels, at ORDER BY labels, at`,
  }
}

/**
 * The sum of the last value of each process in each step; deltas are all added. A process is left out of a step in
 * which its series ended, or in which another one with the same identity took its place.
 */
function totalSql(input: SeriesInput, window: Window): Statement {
  const isDelta = input.kind === "sum" ? "AggregationTemporality = 1" : "false"
  const columns = `Value, ${hasValue} AS isKnown, ${isDelta} AS isDelta`
  const { sql, params } = pointsOf(input, window, { columns, where: "1", distinct: "Value" })
  return {
    params,
    sql: `SELECT labels, at, sum(if(isDelta, total, last)) AS value FROM (
        SELECT labels, at, isDelta, isOpen, total, last, started, until,
          max(started) OVER (PARTITION BY labels, series, at) AS newest
        FROM (
          SELECT labels, series, at, isDelta, StartTimeUnix AS started, max(TimeUnix) AS until,
            argMax(Value, TimeUnix) AS last, argMax(isKnown, TimeUnix) AS isOpen, sumIf(Value, isKnown) AS total,
            countIf(isKnown) AS known
          FROM (${sql}) WHERE ${inside} GROUP BY labels, series, at, isDelta, started HAVING known > 0
        )
      ) WHERE isDelta OR (isOpen AND (started = newest OR until > newest))
      GROUP BY labels, at ORDER BY labels, at`,
  }
}

const previous = (column: string) => `any(${column}) OVER before`
const before = `WINDOW before AS (PARTITION BY series, StartTimeUnix ORDER BY TimeUnix
  ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING)`

/**
 * Whether it is known what a point adds. Of the first point of a cumulative stream it is only where the stream began in
 * the window, or at most a step before it: the rest grew at an unknown time.
 */
const isGrowthKnown = `(AggregationTemporality = 1 OR n > 0
  OR (StartTimeUnix >= toDateTime64({from:Float64} - {step:UInt32}, 9) AND StartTimeUnix < TimeUnix))`

/**
 * What a point adds to the one before it. A delta adds itself; so do the first cumulative value of a stream and one
 * that fell, because the sender began to count again.
 */
const increaseOf = (grown: string, whole: string) =>
  `if(AggregationTemporality = 1 OR n = 0 OR isReset, ${whole}, ${grown})`

/** How much counters grew in each step. `canFall` where one of them is none. */
export function increasesSql(input: SeriesInput, window: Window): Statement {
  const columns = "Value, AggregationTemporality, IsMonotonic"
  const { sql, params } = pointsOf(input, window, {
    columns,
    where: `${isRecorded} AND isFinite(Value)`,
    distinct: "if(AggregationTemporality = 1, Value, 0)",
  })
  return {
    params,
    sql: `SELECT labels, at, sum(if(${isGrowthKnown}, increase, NULL)) AS value, toBool(max(NOT IsMonotonic)) AS canFall
      FROM (
        SELECT *, ${increaseOf("Value - was", "Value")} AS increase
        FROM (
          SELECT ${select(columns)}, count() OVER before AS n, ${previous("Value")} AS was, Value < was AS isReset
          FROM (${sql}) ${before}
        ) WHERE ${inside}
      ) GROUP BY labels, at ORDER BY labels, at`,
  }
}

/** Sums of increases, of which the second is NaN where its sender keeps no sum; `summed` counts those that have one. */
const totals = `sum(increase.1) AS count, sumIf(increase.2, NOT isNaN(increase.2)) AS total,
  sumIf(increase.1, NOT isNaN(increase.2)) AS summed`

const histogramDistinct = "if(AggregationTemporality = 1, cityHash64(Count, Sum), 0)"

/** Counts by bucket of explicit histograms in each step, one row for each layout of buckets. */
export function histogramSql(input: SeriesInput, window: Window): Statement {
  const columns = "Count, Sum, BucketCounts, ExplicitBounds, AggregationTemporality"
  const { sql, params } = pointsOf(input, window, {
    columns,
    where: isRecorded,
    distinct: histogramDistinct,
  })
  const whole = "(toFloat64(Count), Sum, arrayMap(one -> toFloat64(one), BucketCounts))"
  // With other bounds than before, it is not known in which buckets a histogram grew.
  const grown = `(toFloat64(Count) - toFloat64(wasCount), Sum - wasSum,
    arrayMap((one, i) -> if(ExplicitBounds = wasBounds, greatest(0, toFloat64(one) - toFloat64(wasBuckets[i])), 0),
      BucketCounts, arrayEnumerate(BucketCounts)))`
  return {
    params,
    sql: `SELECT labels, at, ExplicitBounds AS bounds, ${totals}, sumForEach(increase.3) AS counts
      FROM (
        SELECT labels, at, ExplicitBounds, ${increaseOf(grown, whole)} AS increase
        FROM (
          SELECT ${select(columns)}, count() OVER before AS n, ${previous("Count")} AS wasCount,
            ${previous("Sum")} AS wasSum, ${previous("BucketCounts")} AS wasBuckets,
            ${previous("ExplicitBounds")} AS wasBounds, Count < wasCount AS isReset
          FROM (${sql}) ${before}
        ) WHERE ${inside} AND ${isGrowthKnown}
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
  const { sql, params } = pointsOf(input, window, {
    columns,
    where: isRecorded,
    distinct: histogramDistinct,
  })
  const grown = `(toFloat64(Count) - toFloat64(wasCount), Sum - wasSum, toFloat64(ZeroCount) - toFloat64(wasZero),
    mapSubtract(${now("Positive")}, ${was("Positive")}), mapSubtract(${now("Negative")}, ${was("Negative")}))`
  const whole = `(toFloat64(Count), Sum, toFloat64(ZeroCount), ${now("Positive")}, ${now("Negative")})`
  return {
    params,
    sql: `SELECT labels, at, shared AS scale, ${totals}, sum(increase.3) AS zeroCount,
        sumMap(increase.4) AS positive, sumMap(increase.5) AS negative
      FROM (
        SELECT labels, at, shared, ${increaseOf(grown, whole)} AS increase
        FROM (
          SELECT ${select(columns)}, count() OVER before AS n, ${previous("Count")} AS wasCount,
            ${previous("Sum")} AS wasSum, ${previous("ZeroCount")} AS wasZero, ${previous("Scale")} AS wasScale,
            ${["Positive", "Negative"]
              .flatMap((side) => [`${side}Offset`, `${side}BucketCounts`])
              .map((column) => `${previous(column)} AS was${column}`)
              .join(", ")},
            Count < wasCount AS isReset, if(n = 0, Scale, least(Scale, wasScale)) AS shared
          FROM (${sql}) ${before}
        ) WHERE ${inside} AND ${isGrowthKnown}
      ) GROUP BY labels, at, scale ORDER BY labels, at`,
  }
}

/** Summaries keep quantiles that their sender chose; they cannot be merged, so their mean is shown. */
export function summarySql(input: SeriesInput, window: Window, quantile: number): Statement {
  const { sql, params } = pointsOf(input, window, {
    columns: "ValueAtQuantiles.Quantile AS quantiles, ValueAtQuantiles.Value AS known",
    where: isRecorded,
  })
  return {
    params: { ...params, quantile },
    sql: `SELECT labels, at, avg(one) AS value FROM (
        SELECT labels, at, known[indexOf(quantiles, {quantile:Float64})] AS one
        FROM (${sql}) WHERE ${inside} AND has(quantiles, {quantile:Float64})
      ) WHERE NOT isNaN(one) GROUP BY labels, at ORDER BY labels, at`,
  }
}

export const unfit = ({ kind, aggregation }: SeriesInput, instead: string): QueryFault =>
  new QueryFault(`${aggregation} does not apply to a ${kind.replace("_", " ")}: use ${instead}`, 0)

/** A sum that can fall has no resets to recognize, so its rate would be a number that nobody measured. */
export const canFall = ({ aggregation }: SeriesInput): QueryFault =>
  new QueryFault(
    `${aggregation} does not apply to a sum that can fall (it is not monotonic): use avg, sum, min or max, or leave its series out of the query`,
    0,
  )
