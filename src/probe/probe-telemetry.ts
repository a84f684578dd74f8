import { withoutTelemetry, type Finding } from "../findings/finding.ts"
import type { Condition } from "../telemetry/query/condition/condition.ts"
import type { Evaluation, JudgedWindow } from "../telemetry/query/condition/evaluate-condition.ts"
import type { Observation } from "./observation.ts"
import { failed, nothingSeen } from "./observation.ts"
import type { ProbeTools } from "./probe.ts"

type Target = { projectId: string; condition: Condition }

/** Evaluates a condition; without data or store the check is inconclusive. */
export async function probeTelemetry(
  { projectId, condition }: Target,
  { evaluate }: Pick<ProbeTools, "evaluate">,
  signal: AbortSignal,
): Promise<Observation> {
  if (evaluate === undefined) {
    return failed("internal", [{ code: "telemetry_unreadable", parameters: {} }])
  }
  const found = await evaluate(projectId, condition, signal)
  if ("skipped" in found) return failed("internal", [skipped(found.skipped)])
  if ("unheard" in found) return failed("ingress", [found.unheard])
  const { evaluation } = found
  const { windows, rows } = evaluation
  const seen = {
    rows,
    assertions: windows.map((window) => toAssertion(condition, window)),
    measured: {
      findings: evaluation.isFailing === true ? describeFailure(condition, evaluation) : [],
      seen: windows.map((window) => seenIn(condition, window)),
    },
  }
  if (evaluation.isFailing === null) {
    return failed("no_data", [skipped(describeNoData(condition))], seen)
  }
  return evaluation.isFailing
    ? failed("telemetry", withoutTelemetry(seen.measured.findings), seen)
    : { ...nothingSeen, ...seen }
}

const units: Record<Condition["measure"], string> = {
  records: " log records",
  new_patterns: " new log messages",
  calls: " spans",
  error_percent: " % errors",
  duration_p95: " ms (p95)",
  points: " data points",
  avg: " (avg)",
  min: " (min)",
  max: " (max)",
  sum: " (sum)",
  rate: "/s",
  increase: " (increase)",
  p50: " (p50)",
  p75: " (p75)",
  p90: " (p90)",
  p95: " (p95)",
  p99: " (p99)",
}

const figure = (value: number): string =>
  Math.abs(value) >= 100 || Number.isInteger(value)
    ? Math.round(value).toLocaleString("en-US")
    : String(Number(value.toPrecision(3)))

/** "1 log record", "3 log records", "12.5 % errors". */
function inUnit(value: number, { measure }: Condition): string {
  const unit = units[measure]
  const one = unit.replace(/(?<=record|message|span|point)s$/, "")
  return `${figure(value)}${value === 1 ? one : unit}`
}

const bound = (condition: Condition): string =>
  `${condition.comparison === "above" ? "at most" : "at least"} ${figure(condition.threshold)}`

const clock = (at: Date): string => at.toISOString().slice(11, 19)

/** Measures that are a number of rows, which the public reason may name; other values are telemetry's own. */
const counts: ReadonlySet<Condition["measure"]> = new Set([
  "records",
  "new_patterns",
  "calls",
  "points",
])

const rowsOf = ({ rows }: JudgedWindow): string => `${rows} ${rows === 1 ? "row" : "rows"}`

const toAssertion = (condition: Condition, window: JudgedWindow) => ({
  name: `${clock(window.from)} to ${clock(window.to)} UTC`,
  passed: !window.isFailing,
  expected: bound(condition),
  seen: publiclySeenIn(condition, window),
})

function seenIn(condition: Condition, window: JudgedWindow): string {
  if (window.value === null) return "no data"
  const where = window.label === "" ? "" : ` for ${window.label}`
  return `${inUnit(window.value, condition)}${where}, ${rowsOf(window)}`
}

function publiclySeenIn(condition: Condition, window: JudgedWindow): string {
  if (window.value === null) return "no data"
  const value = counts.has(condition.measure)
    ? inUnit(window.value, condition)
    : `${window.isFailing ? "not " : ""}${bound(condition)}`
  return `${value}, ${rowsOf(window)}`
}

const skipped = (why: Finding): Finding => ({ code: "check_skipped", parameters: { why: [why] } })

/** With the worst window. */
function describeFailure(
  { measure, comparison, threshold, metric, minutes, failing }: Condition,
  evaluation: Evaluation,
): Finding[] {
  const worst = worstOf(comparison, evaluation)
  if (worst === undefined) return []
  const value = worst.value ?? 0
  const isCount = counts.has(measure)
  return [
    {
      code: "telemetry_condition_failed",
      parameters: {
        measure,
        comparison,
        threshold,
        count: isCount ? value : null,
        value: isCount ? null : value,
        metric,
        group: worst.label || null,
        example: worst.example || null,
        minutes,
        failing: badOf(evaluation).length,
        windows: evaluation.windows.length,
        neededWindows: failing,
      },
    },
  ]
}

const badOf = ({ windows }: Evaluation) => windows.filter(({ isFailing }) => isFailing)

const worstOf = (
  comparison: Condition["comparison"],
  evaluation: Evaluation,
): JudgedWindow | undefined =>
  badOf(evaluation).toSorted((a, b) =>
    comparison === "above" ? (b.value ?? 0) - (a.value ?? 0) : (a.value ?? 0) - (b.value ?? 0),
  )[0]

const describeNoData = ({ metric, query, minutes, windows }: Condition): Finding => ({
  code: "no_data",
  parameters: { metric, query, minutes: minutes * windows },
})
