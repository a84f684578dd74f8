/** A text before the columns of each row: empty, or what the spool writes there. */
export const headColumn = "Head"

/** Columns of a row in the order in which the decoder writes them; the store's migrations declare their types. */
const resource = [
  "ProjectId",
  "RetentionDays",
  "ReceivedAt",
  "ServiceName",
  "ResourceAttributes",
  "ResourceSchemaUrl",
  "ScopeName",
  "ScopeVersion",
  "ScopeAttributes",
  "ScopeSchemaUrl",
]

const metric = [...resource, "MetricName", "MetricDescription", "MetricUnit"]
const point = [...metric, "Attributes", "StartTimeUnix", "TimeUnix", "Flags"]
const exemplars = [
  "Exemplars.FilteredAttributes",
  "Exemplars.TimeUnix",
  "Exemplars.Value",
  "Exemplars.SpanId",
  "Exemplars.TraceId",
]

export const columns = {
  otel_logs: [
    ...resource,
    "Timestamp",
    "ObservedTimestamp",
    "TraceId",
    "SpanId",
    "TraceFlags",
    "SeverityText",
    "SeverityNumber",
    "Body",
    "LogAttributes",
    "EventName",
  ],
  otel_traces: [
    ...resource,
    "Timestamp",
    "Duration",
    "TraceId",
    "SpanId",
    "ParentSpanId",
    "TraceState",
    "SpanName",
    "SpanKind",
    "StatusCode",
    "StatusMessage",
    "SpanAttributes",
    "Events.Timestamp",
    "Events.Name",
    "Events.Attributes",
    "Links.TraceId",
    "Links.SpanId",
    "Links.TraceState",
    "Links.Attributes",
  ],
  otel_metrics_gauge: [...point, "Value", ...exemplars],
  otel_metrics_sum: [...point, "Value", ...exemplars, "AggregationTemporality", "IsMonotonic"],
  otel_metrics_histogram: [
    ...point,
    "Count",
    "Sum",
    "Min",
    "Max",
    "BucketCounts",
    "ExplicitBounds",
    ...exemplars,
    "AggregationTemporality",
  ],
  otel_metrics_exponential_histogram: [
    ...point,
    "Count",
    "Sum",
    "Min",
    "Max",
    "Scale",
    "ZeroCount",
    "PositiveOffset",
    "PositiveBucketCounts",
    "NegativeOffset",
    "NegativeBucketCounts",
    ...exemplars,
    "AggregationTemporality",
  ],
  otel_metrics_summary: [
    ...point,
    "Count",
    "Sum",
    "ValueAtQuantiles.Quantile",
    "ValueAtQuantiles.Value",
  ],
} as const satisfies Record<string, readonly string[]>

export type Table = keyof typeof columns
export const tables = Object.keys(columns) as Table[]

export const isTable = (name: string): name is Table => Object.hasOwn(columns, name)

export const isMetric = (table: Table): boolean => table.startsWith("otel_metrics_")
