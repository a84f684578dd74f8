import { builtInState } from "../incident/look-up.ts"
import type { Transaction } from "../transaction.ts"
import { announceAlert } from "./announce.ts"

type Settle = {
  alertId: string
  at: Date
  reason: string
  /** True where a person's own choice of a state is not to be overruled. */
  respectsChoice: boolean
}

/** Resolves an alert that is not resolved yet; answers whether it did. */
export async function settleAlert(tx: Transaction, settle: Settle): Promise<boolean> {
  const { alertId, at, reason, respectsChoice } = settle
  const { projectId } = await tx.db.alert.findUniqueOrThrow({ where: { id: alertId } })
  const resolved = await builtInState(tx.db, projectId, "alert", "resolved")
  const { count } = await tx.db.alert.updateMany({
    where: { id: alertId, resolvedAt: null, ...(respectsChoice ? { isManual: false } : {}) },
    data: { stateId: resolved.id, resolvedAt: at },
  })
  if (count === 0) return false
  await announceAlert(tx, alertId, { event: "alert.resolved", change: at.toISOString(), reason })
  return true
}
