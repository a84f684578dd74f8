export const metricKinds = [
  "gauge",
  "sum",
  "histogram",
  "exponential_histogram",
  "summary",
] as const
export type MetricKind = (typeof metricKinds)[number]

export const metricTable = (kind: MetricKind): string => `otel_metrics_${kind}`

/** Which metric of a project; the same name can have points of several kinds. */
export type MetricName = { name: string; kind: MetricKind }

const identity =
  "ServiceName, ResourceAttributes, ScopeName, ScopeVersion, ScopeAttributes, MetricUnit, Attributes"

const forms: Record<MetricKind, string> = {
  gauge: "",
  sum: ", AggregationTemporality, IsMonotonic",
  histogram: ", AggregationTemporality",
  exponential_histogram: ", AggregationTemporality",
  summary: "",
}

/** Identifies a series of a metric. Processes with the same one differ in StartTimeUnix: each counts on its own. */
export const seriesHash = (kind: MetricKind): string => `cityHash64(${identity}${forms[kind]})`

/** Whether a point has a value. One that is flagged marks the end of its series. */
export const isRecorded = "bitAnd(Flags, 1) = 0"
