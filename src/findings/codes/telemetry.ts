import { z } from "zod"
import { evidence, fromTelemetry, nested } from "../parameters.ts"

const none = z.object({})

export const telemetryMeasures = [
  "records",
  "new_patterns",
  "calls",
  "error_percent",
  "duration_p95",
  "points",
  "avg",
  "min",
  "max",
  "sum",
  "rate",
  "increase",
  "p50",
  "p75",
  "p90",
  "p95",
  "p99",
] as const
export type TelemetryMeasure = (typeof telemetryMeasures)[number]

const bound = { comparison: z.enum(["above", "below"]), threshold: z.number() }
const values = {
  /** Rows, for measures that count them; every reader may see it. */
  count: z.number().nullable(),
  /** For other measures; null where the reader may see only that the threshold was passed. */
  value: fromTelemetry(z.number()),
}

/** Conditions on telemetry, and why one was not evaluated. */
export const telemetryCodes = {
  telemetry_condition_failed: z.object({
    measure: z.enum(telemetryMeasures),
    ...bound,
    ...values,
    metric: evidence().nullable(),
    group: fromTelemetry(evidence()),
    example: fromTelemetry(evidence()),
    minutes: z.number(),
    failing: z.number(),
    windows: z.number(),
    /** So many windows out of bounds are a failure. */
    neededWindows: z.number(),
  }),
  /** What one window was expected to show, and what it showed; both are clauses. */
  expects_bound: z.object(bound),
  saw_window: z.object({
    measure: z.enum(telemetryMeasures),
    ...bound,
    isFailing: z.boolean(),
    ...values,
    group: fromTelemetry(evidence()),
    rows: z.number(),
  }),
  saw_no_data: none,
  check_skipped: z.object({ why: nested() }),
  no_data: z.object({ metric: evidence().nullable(), query: evidence(), minutes: z.number() }),
  telemetry_store_recovering: none,
  telemetry_store_late: none,
  telemetry_store_unavailable: none,
  telemetry_store_not_started: none,
  query_too_expensive: none,
  query_invalid: z.object({ error: evidence() }),
  telemetry_unreadable: none,
}
