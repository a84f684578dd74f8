import { builtInState } from "../incident/look-up.ts"
import type { Transaction } from "../transaction.ts"

/** Opens a resolved alert again without a new page: no event, because nobody is paged twice for one flap. */
export async function retriggerAlert(tx: Transaction, alertId: string): Promise<void> {
  const { projectId } = await tx.db.alert.findUniqueOrThrow({ where: { id: alertId } })
  const triggered = await builtInState(tx.db, projectId, "alert", "triggered")
  const { count } = await tx.db.alert.updateMany({
    where: { id: alertId, resolvedAt: { not: null } },
    data: {
      stateId: triggered.id,
      resolvedAt: null,
      acknowledgedAt: null,
      acknowledgedBy: null,
      isManual: false,
    },
  })
  if (count > 0) tx.publish("alert.changed", { projectId, alertId })
}
