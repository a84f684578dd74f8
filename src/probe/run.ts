import type { Finding } from "../findings/finding.ts"
import type { Clock } from "../platform/clock.ts"
import type { Target } from "../graphql/monitoring/monitor/rules/monitor-target.ts"
import { failed, type Observation } from "./observation.ts"
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
/** How often an attempt spoiled by this process is repeated: a failure, and a good one for its time. */
const mostRepeats = { failed: 2, good: 1 }
/** Created once: an error per check would cost a stack trace. */
const over = new Error("The check is over.")

type RunOptions = {
  pulse?: Pulse
  cancel?: AbortSignal | undefined
  /** Measure closely how much this process delays the attempt. */
  isWatched?: boolean
}

/**
 * Run one attempt with its deadline and timing, so that no prober has to. An attempt that this process spoiled is
 * repeated: a failure during which it was stalled, or that is one only by a delay of this process, counts never and
 * is `internal` in the end. A good one counts, but is repeated once for its time.
 */
export async function runOnce(
  target: Target,
  probe: Probing,
  clock: Clock,
  { pulse = ownPulse(), cancel, isWatched = false }: RunOptions = {},
): Promise<Attempt> {
  using _watch = isWatched ? pulse.watch() : undefined
  for (let repeats = 0; ; repeats += 1) {
    const fromMs = clock.monotonicMs()
    const beganAt = pulse.now()
    const startedAt = clock.now()
    const timeoutMs = target.timeoutSeconds * 1000
    const extraMs = () => (pulse.hasStalledSince(beganAt) ? 0 : pulse.delaySince(beganAt))
    const { observation, isCutShort } = await withDeadline({ timeoutMs, extraMs }, probe, cancel)
    const durationMs = clock.monotonicMs() - fromMs
    const attempt = { observation, startedAt, fromMs, durationMs }
    const { failure } = observation
    const isSpoiled = pulse.hasStalledSince(beganAt)
    if (cancel?.aborted) return attempt
    if (failure === null) {
      if (!isSpoiled) return attempt
      if (repeats >= mostRepeats.good) return { ...attempt, observation: inexact(observation) }
      continue
    }
    const isDelayed = isCutShort || pulse.delaySince(beganAt) >= (failure.overMs ?? Infinity)
    if (!isSpoiled && !isDelayed) return attempt
    if (repeats === mostRepeats.failed) {
      const parameters = { isBusy: !isSpoiled, attempts: repeats + 1 }
      const findings: Finding[] = [{ code: "prober_stalled", parameters }]
      return { ...attempt, observation: failed("internal", findings) }
    }
  }
}

const inexact = (observation: Observation): Observation => ({
  ...observation,
  warnings: [...observation.warnings, { code: "response_time_inexact", parameters: {} }],
})

type Deadline = {
  timeoutMs: number
  /** How much this process may have delayed the attempt so far: the target gets that time in addition. */
  extraMs(): number
}
/** `isCutShort`: this process may have delayed the attempt by more than its timeout, and it was aborted anyway. */
type Ended = { observation: Observation; isCutShort: boolean }

function withDeadline(
  { timeoutMs, extraMs }: Deadline,
  probe: Probing,
  cancel: AbortSignal | undefined,
): Promise<Ended> {
  const deadline = new AbortController()
  return new Promise((resolve) => {
    let givenMs = 0
    const stop = () => deadline.abort(over)
    const settle = (observation: Observation) => {
      clearTimeout(timer)
      cancel?.removeEventListener("abort", stop)
      resolve({ observation, isCutShort: deadline.signal.aborted && givenMs >= timeoutMs })
    }
    /** Abort a prober that did not end by itself. */
    const giveUp = (finding: Finding) => {
      deadline.abort(over)
      settle(failed("internal", [finding]))
    }
    const end = () => {
      const leftMs = Math.ceil(Math.min(extraMs(), timeoutMs) - givenMs)
      if (leftMs > 0) {
        givenMs += leftMs
        timer = setTimeout(end, leftMs)
        return
      }
      timer = setTimeout(() => giveUp({ code: "prober_late", parameters: {} }), graceMs)
      deadline.abort(over)
    }
    let timer = setTimeout(end, timeoutMs)
    cancel?.addEventListener("abort", stop, { once: true })
    if (cancel?.aborted) stop()
    probe(deadline.signal).then(settle, (error: unknown) =>
      giveUp({ code: "prober_failed", parameters: { error: messageOf(error) } }),
    )
  })
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
