import { announceUnreached } from "../graphql/incidents/alert/announce-unreached.ts"
import { checkDueReach } from "../graphql/on-call/escalation/check-reach.ts"
import { runDueStep, StepError } from "../graphql/on-call/escalation/run-step.ts"
import type { Services } from "../platform/services.ts"
import { startLoop, type Loop } from "../platform/loop.ts"

const usualPollMs = 1000
const workers = 3
const pauseMs = 5000

/** Worker that runs due escalation steps and checks whom they reached; calls `onStep` after each. */
export function startEscalation(
  services: Services,
  onStep: () => void,
  pollMs = usualPollMs,
): Loop {
  const { log, clock } = services
  /** Alerts whose steps failed, with the time until they are skipped. They stay due, so that the auditor finds them. */
  const failed = new Map<string, number>()

  /** Does one piece of work; false if none is due. What failed is retried after others. */
  async function take(work: (skipped: string[]) => Promise<boolean>): Promise<boolean> {
    const nowMs = clock.monotonicMs()
    for (const [alertId, untilMs] of failed) if (untilMs <= nowMs) failed.delete(alertId)
    try {
      return await work([...failed.keys()])
    } catch (error) {
      if (!(error instanceof StepError)) throw error
      log.error({ err: error.cause, alert: error.alertId }, "an escalation step failed")
      failed.set(error.alertId, nowMs + pauseMs)
      return true
    }
  }

  const check = (skipped: string[]) =>
    checkDueReach(services, announceUnreached, skipped).then((checked) => checked > 0)
  const step = (skipped: string[]) => runDueStep(services, skipped)

  return startLoop(log, "escalation", pollMs, async (isStopping) => {
    // First, because it makes steps due.
    while (!isStopping() && (await take(check))) onStep()
    async function takeNext(): Promise<boolean> {
      if (isStopping() || !(await take(step))) return false
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
