import type { Clock } from "../platform/clock.ts"
import type { Target } from "../graphql/monitoring/monitor/rules/monitor-target.ts"
import type { Observation } from "./observation.ts"
import { failed } from "./observation.ts"
import { ownPulse, type Pulse } from "./pulse.ts"

export type Attempt = {
  observation: Observation
  startedAt: Date
  /** When it began, on the monotonic clock. */
  fromMs: number
  durationMs: number
}
type Probing = (signal: AbortSignal) => Promise<Observation>

/** A prober that has not settled this long after its deadline is abandoned: an internal error. */
const graceMs = 1000
/** How often an attempt spoiled by this process is repeated. */
const mostRepeats = 2
/** Created once: an error per check would cost a stack trace. */
const over = new Error("The check is over.")

/**
 * Run one attempt with its deadline and timing, so that no prober has to. An attempt during which this process was
 * stalled is discarded; after three of those the result is `internal`.
 */
export async function runOnce(
  target: Target,
  probe: Probing,
  clock: Clock,
  { pulse = ownPulse(), cancel }: { pulse?: Pulse; cancel?: AbortSignal | undefined } = {},
): Promise<Attempt> {
  for (let repeats = 0; ; repeats += 1) {
    const fromMs = clock.monotonicMs()
    const beganAt = pulse.now()
    const startedAt = clock.now()
    const observation = await withDeadline(target.timeoutSeconds * 1000, probe, cancel)
    const durationMs = clock.monotonicMs() - fromMs
    if (!pulse.hasStalledSince(beganAt) || cancel?.aborted) {
      return { observation, startedAt, fromMs, durationMs }
    }
    if (repeats === mostRepeats) {
      const reason = `This prober was stalled during ${repeats + 1} attempts in a row, so their results cannot be trusted.`
      return { observation: failed("internal", reason), startedAt, fromMs, durationMs }
    }
  }
}

function withDeadline(
  timeoutMs: number,
  probe: Probing,
  cancel: AbortSignal | undefined,
): Promise<Observation> {
  const deadline = new AbortController()
  return new Promise((resolve) => {
    const stop = () => deadline.abort(over)
    const settle = (observation: Observation) => {
      clearTimeout(timer)
      cancel?.removeEventListener("abort", stop)
      resolve(observation)
    }
    /** Abort a prober that did not end by itself. */
    const giveUp = (words: string) => {
      deadline.abort(over)
      settle(failed("internal", words))
    }
    let timer = setTimeout(() => {
      timer = setTimeout(() => giveUp("The prober did not finish by its deadline."), graceMs)
      deadline.abort(over)
    }, timeoutMs)
    cancel?.addEventListener("abort", stop, { once: true })
    if (cancel?.aborted) stop()
    probe(deadline.signal).then(settle, (error: unknown) =>
      giveUp(`The prober failed: ${error instanceof Error ? error.message : String(error)}`),
    )
  })
}
