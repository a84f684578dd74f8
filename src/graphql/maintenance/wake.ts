import { wakeEscalations } from "../escalation/silence.ts"
import type { Transaction } from "../transaction.ts"

/** A window is over before its time: what was not paged for within it is paged for now. */
export async function wakeCovered(tx: Transaction, maintenanceId: string): Promise<void> {
  const covered = await tx.db.maintenanceMonitor.findMany({ where: { maintenanceId } })
  await wakeEscalations(
    tx,
    covered.map(({ monitorId }) => monitorId),
  )
}
