import type { Services } from "../../../platform/services.ts"
import { transact } from "../../kernel/transaction.ts"
import { applyEffects } from "./apply-decision.ts"
import { decideAll } from "./decide-check.ts"
import type { CheckResult } from "./rules/check-result.ts"
import { readPastSilences } from "./past-silence.ts"
import { readKnown, recordSteady, storeKnown } from "./record-steady.ts"
import { storeEvidence } from "./store-evidence.ts"
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
  return transact(services, async (tx) => {
    const known = await readKnown(tx, results)
    const { rounds, decisions } = decideAll(known, await readPastSilences(tx, known))
    await applyEffects(tx, rounds)
    await storeDecisions(tx, decisions)
    await storeEvidence(
      tx,
      known.map(({ result }) => result),
    )
    await storeKnown(tx, known)
  })
}
