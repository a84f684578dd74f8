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

/** Tells the streams of a metric apart: each counts on its own. */
export const seriesHash = "cityHash64(ServiceName, ResourceAttributes, ScopeName, Attributes)"
