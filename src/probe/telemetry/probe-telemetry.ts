import type { Condition } from "../../telemetry/query/condition/condition.ts"
import type {
  Evaluation,
  JudgedWindow,
} from "../../telemetry/query/condition/evaluate-condition.ts"
import type { Observation } from "../observation.ts"
import { failed, nothingSeen } from "../observation.ts"
import type { ProbeTools } from "../probe.ts"

type Target = { projectId: string; condition: Condition }

/** Evaluates a condition; without data or store the check is inconclusive. */
export async function probeTelemetry(
  { projectId, condition }: Target,
  { evaluate }: Pick<ProbeTools, "evaluate">,
  signal: AbortSignal,
): Promise<Observation> {
  if (evaluate === undefined) return failed("internal", "This prober cannot read telemetry.")
  const found = await evaluate(projectId, condition, signal)
  if ("skipped" in found) return failed("internal", `Skipped: ${found.skipped}`)
  if ("unheard" in found) return failed("ingress", found.unheard)
  const { evaluation } = found
  const seen = {
    rows: evaluation.rows,
    assertions: evaluation.windows.map((window) => toAssertion(condition, window)),
  }
  if (evaluation.isFailing === null) {
    return failed("no_data", `Skipped: ${describeNoData(condition)}`, seen)
  }
  return evaluation.isFailing
    ? failed("telemetry", describeFailure(condition, evaluation), seen)
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

const toAssertion = (condition: Condition, window: JudgedWindow) => ({
  name: `${clock(window.from)} to ${clock(window.to)} UTC`,
  passed: !window.isFailing,
  expected: bound(condition),
  seen:
    window.value === null
      ? "no data"
      : `${inUnit(window.value, condition)}${window.label === "" ? "" : ` for ${window.label}`}, ${window.rows} ${window.rows === 1 ? "row" : "rows"}`,
})

function describeFailure(condition: Condition, { windows }: Evaluation): string {
  const { comparison, minutes, failing } = condition
  const bad = windows.filter(({ isFailing }) => isFailing)
  const [worst] = bad.toSorted((a, b) =>
    comparison === "above" ? (b.value ?? 0) - (a.value ?? 0) : (a.value ?? 0) - (b.value ?? 0),
  )
  if (worst === undefined) return ""
  const where = [
    condition.metric === null ? "" : ` of ${condition.metric}`,
    worst.label === "" ? "" : ` for ${worst.label}`,
  ].join("")
  const often = windows.length === 1 ? "" : `, in ${bad.length} of ${windows.length} windows`
  const most = failing > 1 ? ` (${failing} are a failure)` : ""
  const example = worst.example ? ` First: ${worst.example}` : ""
  return `Got ${inUnit(worst.value ?? 0, condition)}${where} in ${minutes} min, expected ${bound(condition)}${often}${most}.${example}`
}

const describeNoData = ({ metric, query, minutes, windows }: Condition): string =>
  `no data${metric === null ? "" : ` of ${metric}`} matched ${query === "" ? "in" : `${query} in`} the last ${minutes * windows} min.`
