import type { Store } from "../../store/store.ts"
import { compileQuery, fieldExpression } from "../language/compile-query.ts"
import { logFields, metricFields, spanFields } from "../language/searchable.ts"
import { logPattern, patternParams } from "../logs/log-pattern.ts"
import { isRecorded, metricTable } from "../metrics/metric-table.ts"
import { readSeries } from "../metrics/read-series.ts"
import { bounds, inSeconds, inWindow, windowParams, type Window } from "../window.ts"
import {
  isLogMeasure,
  isSpanMeasure,
  type Condition,
  type LogMeasure,
  type SpanMeasure,
} from "./condition.ts"

/** A value of one window; `at` counts back from 0, the last one. `rows` are those it was made from. */
export type Measured = { at: number; label: string; rows: number; value: number; example?: string }

const mostGroups = 1000
const knownMs = 24 * 3_600_000

/** The whole time that the windows cover. */
const spanOf = ({ minutes, windows }: Condition): number => minutes * windows * 60_000

/** The value of each window that has rows, ending at `until`. @throws {QueryFault} */
export function measureWindows(
  store: Store,
  projectId: string,
  condition: Condition,
  until: Date,
): Promise<Measured[]> {
  const { measure } = condition
  const window = { projectId, from: new Date(until.getTime() - spanOf(condition)), to: until }
  if (measure === "new_patterns") return countPatterns(store, window, condition)
  if (isLogMeasure(measure)) return measureRows(store, window, condition, logTable)
  if (isSpanMeasure(measure)) return measureRows(store, window, condition, spanTable)
  return measureMetric(store, window, condition)
}

/** The window of a row, counted back from the last one. */
const indexOf = (time: string): string =>
  `toUInt32(intDiv(toInt64({to:Float64} * 1000) - 1 - toUnixTimestamp64Milli(${time}), {step:Int64}))`

const paramsOf = (window: Window, { minutes }: Condition) => ({
  ...windowParams(window),
  step: minutes * 60_000,
})

const values: Record<SpanMeasure | Exclude<LogMeasure, "new_patterns">, string> = {
  records: "toFloat64(count())",
  calls: "toFloat64(count())",
  error_percent: "100 * countIf(StatusCode = 'Error') / count()",
  duration_p95: "quantileTDigest(0.95)(Duration) / 1e6",
}

const logTable = {
  name: "otel_logs",
  fields: logFields,
  times: `${inWindow("Timestamp")} AND ${inSeconds("TimestampTime")}`,
}
const spanTable = { name: "otel_traces", fields: spanFields, times: inWindow("Timestamp") }

function measureRows(
  store: Store,
  window: Window,
  condition: Condition,
  { name, fields, times }: typeof logTable | typeof spanTable,
): Promise<Measured[]> {
  const { query, by, measure } = condition
  const { sql, params } = compileQuery(query, fields)
  const label = by === null ? { sql: "''", params: {} } : fieldExpression(by, fields, "by")
  return store.query<Measured>(
    `SELECT ${indexOf("Timestamp")} AS at, toString(${label.sql}) AS label, toUInt32(count()) AS rows,
       ${values[measure as keyof typeof values]} AS value
     FROM ${name} WHERE ${times} AND ${sql}
     GROUP BY at, label ORDER BY at, rows DESC, label LIMIT ${mostGroups} BY at`,
    { ...params, ...label.params, ...paramsOf(window, condition) },
    bounds,
  )
}

/** Kinds of messages that were not seen in the day before; of a service without older logs, none is new. */
async function countPatterns(
  store: Store,
  window: Window,
  condition: Condition,
): Promise<Measured[]> {
  const { sql, params } = compileQuery(condition.query, logFields)
  const known = new Date(window.from.getTime() - knownMs)
  const rows = await store.query<Measured & { example: string }>(
    `SELECT at, '' AS label, toUInt32(sum(records)) AS rows, toFloat64(countIf(isFresh AND NOT isServiceFresh)) AS value,
       substring(anyIf(body, isFresh AND NOT isServiceFresh), 1, 200) AS example
     FROM (
       SELECT ${indexOf("min(Timestamp)")} AS at, count() AS records, argMin(Body, Timestamp) AS body,
         min(Timestamp) >= toDateTime64({begin:Float64}, 9) AS isFresh,
         min(isFresh) OVER (PARTITION BY ServiceName) AS isServiceFresh
       FROM otel_logs WHERE ${logTable.times} AND ${sql}
       GROUP BY ServiceName, ${logPattern}
     ) GROUP BY at ORDER BY at`,
    {
      ...params,
      ...patternParams,
      ...paramsOf({ ...window, from: known }, condition),
      begin: window.from.getTime() / 1000,
    },
    bounds,
  )
  return rows.filter(({ at }) => at < condition.windows)
}

async function measureMetric(
  store: Store,
  given: Window,
  condition: Condition,
): Promise<Measured[]> {
  const { query, by, measure, metric, instrument, minutes } = condition
  if (metric === null || instrument === null) return []
  // Whole seconds, as series have them: value and rows are of the same points.
  const untilS = Math.floor(given.to.getTime() / 1000)
  const to = new Date(untilS * 1000)
  const window = { ...given, from: new Date(to.getTime() - spanOf(condition)), to }
  const { sql, params } = compileQuery(query, metricFields)
  const label = by === null ? { sql: "''", params: {} } : fieldExpression(by, metricFields, "by")
  const points = await store.query<Measured>(
    `SELECT ${indexOf("TimeUnix")} AS at, toString(${label.sql}) AS label, toUInt32(count()) AS rows,
       toFloat64(count()) AS value
     FROM ${metricTable(instrument)}
     WHERE ${inWindow("TimeUnix")} AND MetricName = {metric:String} AND ${isRecorded} AND ${sql}
     GROUP BY at, label ORDER BY at, rows DESC, label LIMIT ${mostGroups} BY at`,
    { ...params, ...label.params, ...paramsOf(window, condition), metric },
    bounds,
  )
  if (measure === "points" || isLogMeasure(measure) || isSpanMeasure(measure)) return points
  const stepSeconds = minutes * 60
  const { series } = await readSeries(store, window, {
    name: metric,
    kind: instrument,
    query,
    by: by === null ? [] : [by],
    aggregation: measure,
    stepSeconds,
    shiftSeconds: untilS % stepSeconds,
  })
  const rowsOf = new Map(points.map(({ at, label, rows }) => [`${at} ${label}`, rows]))
  return series.flatMap(({ labels, points: steps }) =>
    steps.flatMap(({ at, value }) => {
      const index = Math.round((untilS - at) / stepSeconds) - 1
      if (index < 0 || index >= condition.windows) return []
      const name = labels[0] ?? ""
      return [{ at: index, label: name, rows: rowsOf.get(`${index} ${name}`) ?? 0, value }]
    }),
  )
}
