import type { Clock } from "../clock.ts"
import type { Target } from "../graphql/monitor/target.ts"
import type { Observation } from "./observation.ts"
import { failed } from "./observation.ts"
import { ownPulse } from "./pulse.ts"

export type Attempt = { observation: Observation; startedAt: Date; durationMs: number }
type Look = (signal: AbortSignal) => Promise<Observation>

/** A prober that answers this long after its deadline is given up: the fault is ours. */
const graceMs = 1000
/** A look that we ourselves spoiled is made again at once, this often at most. */
const mostRepeats = 2
/** Made once: a reason of its own for each check would cost a stack trace. */
const over = new Error("The check is over.")

/**
 * One attempt: the runner owns the deadline and the clock, so that no prober can forget either. A look during
 * which this process was held up is thrown away with its timing; after three of those it is `internal`.
 */
export async function runOnce(
  target: Target,
  probe: Look,
  clock: Clock,
  pulse = ownPulse(),
): Promise<Attempt> {
  for (let repeats = 0; ; repeats += 1) {
    const from = clock.monotonicMs()
    const beganAt = pulse.now()
    const startedAt = clock.now()
    const observation = await withDeadline(target.timeoutSeconds * 1000, probe)
    const durationMs = clock.monotonicMs() - from
    if (!pulse.wasHeldUpSince(beganAt)) return { observation, startedAt, durationMs }
    if (repeats === mostRepeats) {
      const reason = `This prober was held up during ${repeats + 1} looks in a row; none of them can be trusted.`
      return { observation: failed("internal", reason), startedAt, durationMs }
    }
  }
}

function withDeadline(timeoutMs: number, probe: Look): Promise<Observation> {
  const deadline = new AbortController()
  return new Promise((resolve) => {
    const settle = (observation: Observation) => {
      clearTimeout(timer)
      resolve(observation)
    }
    /** Stops whatever may be left of a prober that broke its word to end by itself. */
    const giveUp = (words: string) => {
      deadline.abort(over)
      settle(failed("internal", words))
    }
    let timer = setTimeout(() => {
      timer = setTimeout(() => giveUp("The prober did not answer by its own deadline."), graceMs)
      deadline.abort(over)
    }, timeoutMs)
    probe(deadline.signal).then(settle, (error: unknown) =>
      giveUp(`The prober itself failed: ${error instanceof Error ? error.message : String(error)}`),
    )
  })
}
