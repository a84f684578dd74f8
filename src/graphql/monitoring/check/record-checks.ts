import type { Services } from "../../../platform/services.ts"
import { transact } from "../../kernel/transaction.ts"
import { applyEffects } from "./apply-decision.ts"
import type { Known } from "./decide-check.ts"
import { decideAll } from "./decide-check.ts"
import { lockStates } from "./lock-states.ts"
import type { CheckResult } from "./rules/check-result.ts"
import { readPastSilences } from "./past-silence.ts"
import { storeEvidence } from "./store-evidence.ts"
import { storeChecks, storeStates } from "./store-checks.ts"
import { storeDecisions } from "./announce-check.ts"

/**
 * Store finished checks and everything that follows from them in one transaction, in a few statements whatever
 * their number. Storing a check twice changes nothing; one older than the last is stored but decides nothing.
 * Checks of monitors that were deleted or paused in the meantime are dropped.
 */
export async function recordChecks(services: Services, results: CheckResult[]): Promise<void> {
  if (results.length === 0) return
  await transact(services, async (tx) => {
    const states = await lockStates(tx, [...new Set(results.map((result) => result.monitorId))])
    const known = results.flatMap((result) => {
      const state = states.get(result.monitorId)
      return state === undefined ? [] : [{ result, state }]
    })
    const { rounds, decisions } = decideAll(
      known.toSorted(byTime),
      await readPastSilences(tx, known),
    )
    await applyEffects(tx, rounds)
    await storeDecisions(tx, decisions)
    const kept = known.map(({ result }) => result)
    await storeEvidence(tx, kept)
    await storeChecks(tx, kept)
    await storeStates(tx, [...states.values()])
    for (const { result, state } of known) {
      const { projectId, monitorId } = state
      const startedAt = result.startedAt.toISOString()
      tx.publish("check.recorded", { projectId, monitorId, startedAt })
    }
  })
}

const byTime = (a: Known, b: Known): number =>
  a.result.startedAt.getTime() - b.result.startedAt.getTime()
