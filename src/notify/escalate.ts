import { takeDueTurn, TurnError } from "../graphql/escalation/take-turn.ts"
import type { Services } from "../services.ts"
import type { Loop } from "./loop.ts"
import { startLoop } from "./loop.ts"

const pollMs = 1000
const hands = 3
const pauseMs = 5000

/** The worker that takes the turns of escalations; `onTurn` hears of each that was taken. */
export function startEscalation(services: Services, onTurn: () => void): Loop {
  const { log, clock } = services
  /** Alerts whose turns failed, and until when they are passed over; they stay due, so that the auditor finds them. */
  const failed = new Map<string, number>()

  /** Takes one; false where none is due. One that fails is tried again after others that are due. */
  async function takeOne(): Promise<boolean> {
    const nowMs = clock.monotonicMs()
    for (const [alertId, untilMs] of failed) if (untilMs <= nowMs) failed.delete(alertId)
    try {
      return await takeDueTurn(services, [...failed.keys()])
    } catch (error) {
      if (!(error instanceof TurnError)) throw error
      log.error({ err: error.cause, alert: error.alertId }, "a turn of an escalation failed")
      failed.set(error.alertId, nowMs + pauseMs)
      return true
    }
  }

  return startLoop(log, "escalation", pollMs, async (isStopping) => {
    async function takeNext(): Promise<boolean> {
      if (isStopping() || !(await takeOne())) return false
      onTurn()
      return true
    }
    async function takeAll(): Promise<void> {
      while (await takeNext());
    }
    // One or two are taken alone; of a storm several at once.
    if (!(await takeNext()) || !(await takeNext())) return
    await Promise.all(Array.from({ length: hands }, takeAll))
  })
}
