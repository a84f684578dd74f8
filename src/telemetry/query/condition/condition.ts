import type { Aggregation } from "../metrics/metric-sql.ts"
import type { MetricKind } from "../metrics/metric-table.ts"

/** What is measured of log records, of spans, and of data points. */
export const logMeasures = ["records", "new_patterns"] as const
export const spanMeasures = ["calls", "error_percent", "duration_p95"] as const
export type LogMeasure = (typeof logMeasures)[number]
export type SpanMeasure = (typeof spanMeasures)[number]
export type MetricMeasure = "points" | Extract<Aggregation, string>

/** When telemetry is a failure. */
export type Condition = {
  query: string
  measure: LogMeasure | SpanMeasure | MetricMeasure
  metric: string | null
  instrument: MetricKind | null
  by: string | null
  comparison: "above" | "below"
  threshold: number
  /** Length of a window. */
  minutes: number
  windows: number
  /** How many windows must be out of bounds. */
  failing: number
}

export const isLogMeasure = (measure: string): measure is LogMeasure =>
  logMeasures.some((one) => one === measure)
export const isSpanMeasure = (measure: string): measure is SpanMeasure =>
  spanMeasures.some((one) => one === measure)
