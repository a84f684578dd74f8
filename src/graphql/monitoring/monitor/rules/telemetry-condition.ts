import { z } from "zod"
import { text } from "../../../../platform/text-schema.ts"
import { wholeNumber } from "../../../kernel/input.ts"

export const measures = [
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
export type Measure = (typeof measures)[number]

const instruments = ["gauge", "sum", "histogram", "exponential_histogram", "summary"] as const

const oneOf = (words: readonly string[]) => ({ error: `must be one of ${words.join(", ")}` })
const comparisons = ["above", "below"] as const

/** When telemetry is a failure: what is measured in each window, and in how many windows it is out of bounds. */
export const telemetryCondition = z.strictObject(
  {
    /** As in searches: `service:cart level>=error`. */
    query: text(2000).default(""),
    measure: z.enum(measures, oneOf(measures)),
    /** Of metrics: name and kind. */
    metric: text(300).nullable().default(null),
    instrument: z.enum(instruments, oneOf(instruments)).nullable().default(null),
    /** A field by whose values it is measured apart; the worst one counts. */
    by: text(200).nullable().default(null),
    comparison: z.enum(comparisons, oneOf(comparisons)),
    threshold: z
      .number({ error: "must be a number" })
      .min(-1e15, "must be at least -1e15")
      .max(1e15, "must be at most 1e15"),
    /** Length of a window. */
    minutes: wholeNumber(1, 1440).default(5),
    windows: wholeNumber(1, 10).default(1),
    /** How many of the windows must be out of bounds. */
    failing: wholeNumber(1, 10).default(1),
  },
  {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `must not have ${issue.keys.join(", ")}, which is not a member of a telemetry condition`
        : "must be a telemetry condition",
  },
)
export type TelemetryCondition = z.output<typeof telemetryCondition>

/** What it is about, in lists: `queue.length service:cart`. */
export const conditionTarget = ({
  metric,
  query,
}: Pick<TelemetryCondition, "metric" | "query">): string =>
  [metric ?? "", query].filter(Boolean).join(" ") || "everything"

type Fault = { member: string; detail: string }

/** What the members of a condition forbid each other. `allowed` are the measures of the monitor's kind. */
export function faultsOf(given: TelemetryCondition, allowed: readonly Measure[]): Fault[] {
  const { measure, metric, instrument, minutes, windows, failing } = given
  const faults: Fault[] = []
  const refuse = (member: string, detail: string) => faults.push({ member, detail })
  const isOfMetric = allowed.includes("points")
  if (!allowed.includes(measure)) refuse("measure", `must be one of ${allowed.join(", ")}`)
  if (isOfMetric && metric === null) refuse("metric", "is required for metric monitors")
  if (isOfMetric && instrument === null) refuse("instrument", "is required for metric monitors")
  if (!isOfMetric && metric !== null) refuse("metric", "is for metric monitors only")
  if (!isOfMetric && instrument !== null) refuse("instrument", "is for metric monitors only")
  if (measure === "new_patterns" && given.by !== null) {
    refuse("by", "does not apply to new patterns")
  }
  if (failing > windows) refuse("failing", "must be at most the number of windows")
  if (minutes * windows > 1440) refuse("windows", "must cover at most 1,440 minutes together")
  return faults
}
