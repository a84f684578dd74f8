import type { Measure } from "./monitor-kind.ts"

/** What a monitor on telemetry measures. */
export const measureWords: Record<Measure, string> = {
  RECORDS: "Number of log records",
  NEW_PATTERNS: "New kinds of messages",
  CALLS: "Number of spans",
  ERROR_PERCENT: "Errors (%)",
  DURATION_P95: "Duration, p95 (ms)",
  POINTS: "Number of data points",
  AVG: "Average",
  MIN: "Minimum",
  MAX: "Maximum",
  SUM: "Sum",
  RATE: "Rate per second",
  INCREASE: "Increase",
  P50: "p50",
  P75: "p75",
  P90: "p90",
  P95: "p95",
  P99: "p99",
}
