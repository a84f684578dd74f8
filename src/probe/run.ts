import type { Clock } from "../clock.ts"
import type { Target } from "../graphql/monitor/target.ts"
import type { Observation } from "./observation.ts"
import { failed } from "./observation.ts"

export type Attempt = { observation: Observation; startedAt: Date; durationMs: number }

/** A prober that answers this long after its deadline is given up: the fault is ours. */
const graceMs = 1000

/** One attempt: the runner owns the deadline and the clock, so that no prober can forget either. */
export async function runOnce(
  target: Target,
  probe: (signal: AbortSignal) => Promise<Observation>,
  clock: Clock,
): Promise<Attempt> {
  const startedAt = clock.now()
  const from = clock.monotonicMs()
  const deadline = new AbortController()
  const timeoutMs = target.timeoutSeconds * 1000
  const timer = setTimeout(() => deadline.abort(), timeoutMs)
  let giveUp: NodeJS.Timeout | undefined
  const overdue = new Promise<Observation>((resolve) => {
    giveUp = setTimeout(
      () => resolve(failed("internal", "The prober did not answer by its own deadline.")),
      timeoutMs + graceMs,
    )
  })
  try {
    const observation = await Promise.race([probe(deadline.signal), overdue])
    return { observation, startedAt, durationMs: clock.monotonicMs() - from }
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    const observation = failed("internal", `The prober itself failed: ${words}`)
    return { observation, startedAt, durationMs: clock.monotonicMs() - from }
  } finally {
    clearTimeout(timer)
    clearTimeout(giveUp)
    deadline.abort()
  }
}
