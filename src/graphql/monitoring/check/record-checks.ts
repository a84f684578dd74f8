import { storable } from "../../../findings/finding.ts"
import type { Services } from "../../../platform/services.ts"
import { transactSql, type SqlTransaction } from "../../kernel/transaction.ts"
import { nudgesOf } from "./announce-recorded.ts"
import { applyEffects } from "./apply-decision.ts"
import { decideAll, type Known } from "./decide-check.ts"
import { lockStates } from "./lock-states.ts"
import type { CheckResult } from "./rules/check-result.ts"
import { readPastSilences } from "./past-silence.ts"
import { recordSteady } from "./record-steady.ts"
import { storeEvidence } from "./store-evidence.ts"
import { storeChecks, storeStates } from "./store-checks.ts"
import { storeDecisions } from "./announce-check.ts"

/**
 * Store finished checks and everything that follows from them, in a few statements whatever their number. All that
 * belongs to one monitor is in one transaction. Storing a check twice changes nothing; one older than the last is
 * stored but decides nothing. Checks of monitors that were deleted or paused in the meantime are dropped.
 */
export async function recordChecks(services: Services, results: CheckResult[]): Promise<void> {
  if (results.length === 0) return
  const news = await recordSteady(services, results)
  if (news.length > 0) await recordNews(services, news)
}

function recordNews(services: Services, results: CheckResult[]): Promise<void> {
  return transactSql(services, async (tx) => {
    const known = await readKnown(tx, results.map(toStorable))
    const { rounds, decisions } = decideAll(known, await readPastSilences(tx, known))
    await applyEffects(tx, rounds)
    await storeDecisions(tx, decisions)
    const stored = known.map(({ result }) => result)
    await storeEvidence(tx, stored)
    await storeChecks(tx, stored)
    await storeStates(tx, [...new Set(known.map(({ state }) => state))])
    for (const { topic, payload } of nudgesOf(stored)) tx.publish(topic, payload)
  })
}

/** Findings go from here into rows of many tables. */
const toStorable = ({ findings, firstAttempt, measured, ...rest }: CheckResult): CheckResult => ({
  ...rest,
  findings: storable(findings),
  firstAttempt: firstAttempt && { ...firstAttempt, findings: storable(firstAttempt.findings) },
  measured: measured ? { ...measured, findings: storable(measured.findings) } : null,
})

/** Lock the monitors of these results, and sort the results by time; omits those of deleted or paused monitors. */
async function readKnown(tx: SqlTransaction, results: CheckResult[]): Promise<Known[]> {
  const states = await lockStates(tx, [...new Set(results.map(({ monitorId }) => monitorId))])
  return results
    .flatMap((result) => {
      const state = states.get(result.monitorId)
      return state === undefined ? [] : [{ result, state }]
    })
    .toSorted((a, b) => a.result.startedAt.getTime() - b.result.startedAt.getTime())
}
