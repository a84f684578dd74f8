import type { Store } from "../../store/store.ts"
import { bounds, type Window } from "../window.ts"
import { explicitBuckets, exponentialBuckets, quantileOf, type Bucket } from "./histogram.ts"
import {
  canFall,
  exponentialSql,
  histogramSql,
  increasesSql,
  summarySql,
  unfit,
  valuesSql,
  type Aggregation,
  type Quantile,
  type SeriesInput,
} from "./metric-sql.ts"

/** One line of a chart: the values of its fields, and a value for each step that has one. */
export type Series = { labels: string[]; points: { at: number; value: number }[] }
export type SeriesList = { series: Series[]; isCut: boolean }

type Row = { labels: string[]; at: number; value: number | null }
type Histogram = Omit<Row, "value"> & {
  count: number
  /** Sum of the measurements, of which `summed` have one. */
  total: number
  summed: number
  buckets: Bucket[]
}

const mostSeries = 50
const quantiles: Record<Quantile, number> = { p50: 0.5, p75: 0.75, p90: 0.9, p95: 0.95, p99: 0.99 }

const quantileFor = (aggregation: Aggregation): number | null =>
  Object.hasOwn(quantiles, aggregation) ? quantiles[aggregation as Quantile] : null

/** Series of a metric, those with the greatest values first. @throws {QueryFault} */
export async function readSeries(
  store: Store,
  window: Window,
  input: SeriesInput,
): Promise<SeriesList> {
  const rows = await readRows(store, window, input)
  const byLabels = new Map<string, Series & { most: number }>()
  for (const { labels, at, value } of rows) {
    if (value === null || !Number.isFinite(value)) continue
    const key = JSON.stringify(labels)
    const series = byLabels.get(key) ?? { labels, points: [], most: -Infinity }
    byLabels.set(key, series)
    series.points.push({ at, value })
    series.most = Math.max(series.most, value)
  }
  const all = [...byLabels.values()].toSorted((a, b) => b.most - a.most)
  return {
    series: all.slice(0, mostSeries).map(({ labels, points }) => ({ labels, points })),
    isCut: all.length > mostSeries,
  }
}

async function readRows(store: Store, window: Window, input: SeriesInput): Promise<Row[]> {
  const { kind, aggregation, stepSeconds } = input
  const run = <T>({ sql, params }: { sql: string; params: Record<string, unknown> }) =>
    store.query<T>(sql, params, bounds)
  const isCounted = aggregation === "rate" || aggregation === "increase"
  switch (kind) {
    case "gauge":
      return run<Row>(valuesSql(input, window))
    case "sum": {
      if (!isCounted) return run<Row>(valuesSql(input, window))
      const rows = await run<Row & { canFall: boolean }>(increasesSql(input, window))
      if (rows.some((row) => row.canFall)) throw canFall(input)
      return aggregation === "increase" ? rows : rows.map((row) => perSecond(row, stepSeconds))
    }
    case "histogram": {
      const found = await run<Histogram & { bounds: number[]; counts: number[] }>(
        histogramSql(input, window),
      )
      const each = found.map((row) => ({
        ...row,
        buckets: explicitBuckets(row.bounds, row.counts),
      }))
      return mergeSteps(each).map((row) => valueOf(row, input))
    }
    case "exponential_histogram": {
      type Counts = Record<string, string | number>
      const found = await run<
        Histogram & { scale: number; zeroCount: number; positive: Counts; negative: Counts }
      >(exponentialSql(input, window))
      const numbers = (counts: Counts) =>
        Object.fromEntries(Object.entries(counts).map(([index, count]) => [index, Number(count)]))
      const each = found.map(({ scale, zeroCount, positive, negative, ...row }) => ({
        ...row,
        buckets: exponentialBuckets({
          scale,
          zeroCount,
          positive: numbers(positive),
          negative: numbers(negative),
        }),
      }))
      return mergeSteps(each).map((row) => valueOf(row, input))
    }
    case "summary": {
      const quantile = quantileFor(aggregation)
      if (quantile === null) throw unfit(input, "p50, p90, p95 or p99, if its sender keeps it")
      return run<Row>(summarySql(input, window, quantile))
    }
  }
}

const perSecond = (row: Row, stepSeconds: number): Row => ({
  ...row,
  value: row.value === null ? null : row.value / stepSeconds,
})

/** Streams with other buckets have rows of their own. */
function mergeSteps(rows: readonly Histogram[]): Histogram[] {
  const steps = new Map<string, Histogram>()
  for (const row of rows) {
    const key = JSON.stringify([row.labels, row.at])
    const known = steps.get(key)
    if (known === undefined) steps.set(key, row)
    else {
      known.count += row.count
      known.total += row.total
      known.summed += row.summed
      known.buckets.push(...row.buckets)
    }
  }
  return [...steps.values()]
}

function valueOf(
  { labels, at, count, total, summed, buckets }: Histogram,
  input: SeriesInput,
): Row {
  const quantile = quantileFor(input.aggregation)
  if (quantile !== null) return { labels, at, value: quantileOf(buckets, quantile) }
  const { aggregation } = input
  if (aggregation === "increase") return { labels, at, value: count }
  if (aggregation === "rate") return { labels, at, value: count / input.stepSeconds }
  if (aggregation === "sum") return { labels, at, value: count > 0 && summed === 0 ? null : total }
  if (aggregation === "avg") return { labels, at, value: summed > 0 ? total / summed : null }
  throw unfit(input, "avg, sum, rate, increase or a percentile")
}
