import type { Finding } from "../findings/finding.ts"
import type { Gap, ProvedTime } from "./kinds/heartbeat-silence.ts"
import type { PingTime } from "./kinds/heartbeat.ts"
import type { Evaluate } from "./create-evaluator.ts"

/**
 * Too little telemetry is a failure only over time in which senders could reach us: a window that overlaps time
 * without proof does not count.
 */
export const gateSilence =
  (
    evaluate: Evaluate,
    { provedTime, refresh }: Pick<PingTime, "provedTime" | "refresh">,
  ): Evaluate =>
  async (projectId, condition, signal) => {
    const found = await evaluate(projectId, condition, signal)
    const isSilence =
      "evaluation" in found && found.evaluation.isFailing && condition.comparison === "below"
    if (!isSilence) return found
    await refresh()
    const gaps = gapsOf(provedTime(null))
    const failing = found.evaluation.windows.filter((window) => window.isFailing)
    const unheard = failing.flatMap(({ from, to }) => gapWithin(gaps, from, to) ?? [])
    const [gap] = unheard
    if (gap === undefined || failing.length - unheard.length >= condition.failing) return found
    return { unheard: describe(gap) }
  }

const gapsOf = ({ gaps, untilMs, isOpen }: ProvedTime): Gap[] =>
  isOpen ? [...gaps, { from: untilMs, to: Infinity }] : [...gaps]

const gapWithin = (gaps: Gap[], from: Date, to: Date): Gap | undefined =>
  gaps.findLast((gap) => gap.from < to.getTime() && gap.to > from.getTime())

const describe = ({ from, to }: Gap): Finding => ({
  code: "telemetry_unproved",
  parameters: { from: moment(from), to: moment(to) },
})

const moment = (ms: number): string | null =>
  Number.isFinite(ms) ? new Date(ms).toISOString() : null
