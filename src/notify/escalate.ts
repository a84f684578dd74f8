import { runDueStep, StepError } from "../graphql/on-call/escalation/run-step.ts"
import type { Services } from "../platform/services.ts"
import type { Loop } from "../platform/loop.ts"
import { startLoop } from "../platform/loop.ts"

const usualPollMs = 1000
const workers = 3
const pauseMs = 5000

/** Worker that runs due escalation steps; calls `onStep` after each. */
export function startEscalation(
  services: Services,
  onStep: () => void,
  pollMs = usualPollMs,
): Loop {
  const { log, clock } = services
  /** Alerts whose steps failed, with the time until they are skipped. They stay due, so that the auditor finds them. */
  const failed = new Map<string, number>()

  /** Runs one step; false if none is due. A failed step is retried after other due steps. */
  async function takeOne(): Promise<boolean> {
    const nowMs = clock.monotonicMs()
    for (const [alertId, untilMs] of failed) if (untilMs <= nowMs) failed.delete(alertId)
    try {
      return await runDueStep(services, [...failed.keys()])
    } catch (error) {
      if (!(error instanceof StepError)) throw error
      log.error({ err: error.cause, alert: error.alertId }, "an escalation step failed")
      failed.set(error.alertId, nowMs + pauseMs)
      return true
    }
  }

  return startLoop(log, "escalation", pollMs, async (isStopping) => {
    async function takeNext(): Promise<boolean> {
      if (isStopping() || !(await takeOne())) return false
      onStep()
      return true
    }
    async function takeAll(): Promise<void> {
      while (await takeNext());
    }
    // The first two run one after the other; more run concurrently.
    if (!(await takeNext()) || !(await takeNext())) return
    await Promise.all(Array.from({ length: workers }, takeAll))
  })
}
