import { wakeEscalations } from "../../on-call/escalation/silence-escalation.ts"
import type { Transaction } from "../../kernel/transaction.ts"

/** Pages for the alerts that a window silenced, because it ended early. */
export async function wakeCovered(tx: Transaction, maintenanceId: string): Promise<void> {
  const covered = await tx.db.maintenanceMonitor.findMany({ where: { maintenanceId } })
  await wakeEscalations(
    tx,
    covered.map(({ monitorId }) => monitorId),
  )
}
