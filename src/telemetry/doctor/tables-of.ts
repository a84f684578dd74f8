export type Signal = "logs" | "traces" | "metrics"

/** Where the records of a signal are, and what their columns are called. */
export const tablesOf: Record<
  Signal,
  { tables: readonly string[]; time: string; attributes: string; operation: string | null }
> = {
  logs: {
    tables: ["otel_logs"],
    time: "Timestamp",
    attributes: "LogAttributes",
    operation: null,
  },
  traces: {
    tables: ["otel_traces"],
    time: "Timestamp",
    attributes: "SpanAttributes",
    operation: "SpanName",
  },
  metrics: {
    tables: ["gauge", "sum", "histogram", "exponential_histogram", "summary"].map(
      (one) => `otel_metrics_${one}`,
    ),
    time: "TimeUnix",
    attributes: "Attributes",
    operation: "MetricName",
  },
}

/** Bounds on what one of these reads may cost. */
export const bounds = { max_execution_time: 10, max_memory_usage: "400000000", max_threads: 2 }
