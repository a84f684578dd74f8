import type { Store } from "../../store/store.ts"
import { compileQuery } from "../language/compile-query.ts"
import { metricFields } from "../language/searchable.ts"
import { bounds, inWindow, windowParams, type Window } from "../window.ts"
import {
  isRecorded,
  metricKinds,
  metricTable,
  seriesHash,
  type MetricKind,
  type MetricName,
} from "./metric-table.ts"

export type Metric = MetricName & {
  unit: string
  description: string
  /** Whether a sum only grows; its rate is then of interest, not its value. */
  isMonotonic: boolean
  points: number
  series: number
  services: string[]
  /** Seconds since 1970. */
  lastAt: number
}

const mostMetrics = 1000

/** Metrics with points in the window, by name. Free text in the query is searched in names. @throws {QueryFault} */
export function listMetrics(store: Store, window: Window, query: string): Promise<Metric[]> {
  const { sql, params } = compileQuery(query, metricFields)
  const select = (kind: MetricKind) =>
    `SELECT MetricName AS name, '${kind}' AS kind, any(MetricUnit) AS unit, any(MetricDescription) AS description,
       ${kind === "sum" ? "min(IsMonotonic)" : "false"} AS isMonotonic, toFloat64(count()) AS points,
       toUInt32(uniq(${seriesHash(kind)})) AS series, arraySort(groupUniqArray(50)(toString(ServiceName))) AS services,
       toUnixTimestamp(max(TimeUnix)) AS lastAt
     FROM ${metricTable(kind)} WHERE ${inWindow("TimeUnix")} AND ${isRecorded} AND ${sql}
     GROUP BY MetricName`
  return store.query<Metric>(
    `SELECT * FROM (${metricKinds.map(select).join(" UNION ALL ")}) ORDER BY name, kind LIMIT ${mostMetrics}`,
    { ...params, ...windowParams(window) },
    bounds,
  )
}

export type MetricAttribute = { key: string; values: number; examples: string[] }

/** Attributes of a metric's points, with how many values each has. */
export function listMetricAttributes(
  store: Store,
  window: Window,
  { name, kind }: MetricName,
): Promise<MetricAttribute[]> {
  return store.query<MetricAttribute>(
    `SELECT pair.1 AS key, toUInt32(uniq(pair.2)) AS values, arraySort(groupUniqArray(20)(pair.2)) AS examples
     FROM (
       SELECT arrayJoin(arrayConcat([('service', toString(ServiceName))],
         arrayZip(mapKeys(Attributes), mapValues(Attributes)))) AS pair
       FROM ${metricTable(kind)} WHERE ${inWindow("TimeUnix")} AND MetricName = {name:String}
       GROUP BY ServiceName, Attributes
     )
     GROUP BY key ORDER BY key LIMIT 128`,
    { ...windowParams(window), name },
    bounds,
  )
}

export type Exemplar = {
  /** Seconds since 1970. */
  at: number
  value: number
  traceId: string
  spanId: string
  attributes: Record<string, string>
}

const mostExemplars = 200

/** Measurements with their trace, the greatest first. @throws {QueryFault} */
export async function readExemplars(
  store: Store,
  window: Window,
  { name, kind }: MetricName,
  query: string,
): Promise<Exemplar[]> {
  if (kind === "summary") return []
  const { sql, params } = compileQuery(query, metricFields)
  return store.query<Exemplar>(
    `SELECT toUnixTimestamp64Nano(measured) / 1e9 AS at, value, traceId, spanId, attributes
     FROM ${metricTable(kind)}
     ARRAY JOIN Exemplars.TimeUnix AS measured, Exemplars.Value AS value, Exemplars.TraceId AS traceId,
       Exemplars.SpanId AS spanId, Exemplars.FilteredAttributes AS attributes
     WHERE ${inWindow("TimeUnix")} AND MetricName = {name:String} AND traceId != '' AND NOT isNaN(value) AND ${sql}
     ORDER BY value DESC, measured DESC LIMIT 1 BY traceId, spanId LIMIT ${mostExemplars}`,
    { ...params, ...windowParams(window), name },
    bounds,
  )
}
