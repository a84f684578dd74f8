import type { Services } from "../../../platform/services.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import { transactSql } from "../../kernel/transaction.ts"
import type { Known } from "./decide-check.ts"
import { decideAll } from "./decide-check.ts"
import { lockStates } from "./lock-states.ts"
import type { CheckResult } from "./rules/check-result.ts"
import { storeChecks, storeStates } from "./store-checks.ts"

/**
 * Store the good checks of monitors that stay good, without the ORM: nearly all checks are of this kind. Of all other
 * monitors nothing is stored.
 *
 * @returns the checks of those monitors, for a transaction that may change something.
 */
export async function recordSteady(
  services: Pick<Services, "database" | "bus">,
  results: CheckResult[],
): Promise<CheckResult[]> {
  const doubtful = new Set(
    results.flatMap((result) => (maySettle(result) ? [] : [result.monitorId])),
  )
  const good = results.filter(({ monitorId }) => !doubtful.has(monitorId))
  if (good.length === 0) return results
  const changing = await transactSql(services, async (tx) => {
    const ofMonitor = Map.groupBy(await readKnown(tx, good), ({ state }) => state.monitorId)
    const steady: Known[] = []
    const changing: string[] = []
    for (const [monitorId, known] of ofMonitor) {
      const { rounds, decisions } = decideAll(known, new Map())
      if (rounds.length > 0 || decisions.length > 0) changing.push(monitorId)
      else steady.push(...known)
    }
    await storeKnown(tx, steady)
    return changing
  })
  const left = new Set([...doubtful, ...changing])
  return results.filter(({ monitorId }) => left.has(monitorId))
}

/** Whether it can be stored without a decision: failures need evidence, and silences that ended since. */
const maySettle = ({ status, evidence, requestedAt }: CheckResult) =>
  status === "operational" && evidence === null && requestedAt === null

/** Lock the monitors of these results, and sort the results by time; omits those of deleted or paused monitors. */
export async function readKnown(
  tx: Pick<SqlTransaction, "query">,
  results: CheckResult[],
): Promise<Known[]> {
  const states = await lockStates(tx, [...new Set(results.map(({ monitorId }) => monitorId))])
  return results
    .flatMap((result) => {
      const state = states.get(result.monitorId)
      return state === undefined ? [] : [{ result, state }]
    })
    .toSorted((a, b) => a.result.startedAt.getTime() - b.result.startedAt.getTime())
}

/** Store results and the states that they lead to. */
export async function storeKnown(tx: SqlTransaction, known: Known[]): Promise<void> {
  await storeChecks(
    tx,
    known.map(({ result }) => result),
  )
  await storeStates(tx, [...new Set(known.map(({ state }) => state))])
  for (const { result, state } of known) {
    const { projectId, monitorId } = state
    tx.publish("check.recorded", {
      projectId,
      monitorId,
      startedAt: result.startedAt.toISOString(),
    })
  }
}
