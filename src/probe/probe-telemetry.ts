import { withoutTelemetry, type Finding } from "../findings/finding.ts"
import type { Condition } from "../telemetry/query/condition/condition.ts"
import type { Evaluation, JudgedWindow } from "../telemetry/query/condition/evaluate-condition.ts"
import type { AssertionResult } from "../graphql/monitoring/check/rules/check-result.ts"
import { failed, nothingSeen, type Observation } from "./observation.ts"
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

const clock = (at: Date): string => at.toISOString().slice(11, 19)

/** Measures that are a number of rows, which the public reason may name; other values are telemetry's own. */
const counts: ReadonlySet<Condition["measure"]> = new Set([
  "records",
  "new_patterns",
  "calls",
  "points",
])

const toAssertion = (condition: Condition, window: JudgedWindow): AssertionResult => {
  const { comparison, threshold } = condition
  return {
    name: `${clock(window.from)} to ${clock(window.to)} UTC`,
    passed: !window.isFailing,
    expected: { code: "expects_bound", parameters: { comparison, threshold } },
    seen: publicly(seenIn(condition, window)),
  }
}

function seenIn({ measure, comparison, threshold }: Condition, window: JudgedWindow): Finding {
  const { rows, isFailing, label } = window
  if (window.value === null) return { code: "saw_no_data", parameters: {} }
  const values = valuesOf(measure, window.value)
  const bound = { measure, comparison, threshold, isFailing }
  return { code: "saw_window", parameters: { ...bound, ...values, group: label || null, rows } }
}

/** A number of rows is public; other values are telemetry's own. */
const valuesOf = (measure: Condition["measure"], value: number) =>
  counts.has(measure) ? { count: value, value: null } : { count: null, value }

const publicly = (finding: Finding): Finding => withoutTelemetry([finding])[0] ?? finding

const skipped = (why: Finding): Finding => ({ code: "check_skipped", parameters: { why: [why] } })

/** With the worst window. */
function describeFailure(
  { measure, comparison, threshold, metric, minutes, failing }: Condition,
  evaluation: Evaluation,
): Finding[] {
  const worst = worstOf(comparison, evaluation)
  if (worst === undefined) return []
  return [
    {
      code: "telemetry_condition_failed",
      parameters: {
        measure,
        comparison,
        threshold,
        ...valuesOf(measure, worst.value ?? 0),
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
