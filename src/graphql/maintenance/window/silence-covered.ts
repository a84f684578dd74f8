import { restartEscalation } from "../../on-call/escalation/restart-escalation.ts"
import { openAlertsOf, wakeEscalations } from "../../on-call/escalation/silence-escalation.ts"
import type { Transaction } from "../../kernel/transaction.ts"

/** Silences the open alerts of a window that is open now until it ends. */
export async function silenceCovered(tx: Transaction, maintenanceId: string): Promise<void> {
  const covered = await tx.query<{ until: Date; ids: string[] }>({
    name: "open-alerts-of-window",
    text: `select w.ends_at as until, ${openAlertsOf("mm.monitor_id")} as ids
             from maintenance w join maintenance_monitor mm on mm.maintenance_id = w.id
            where w.id = $1::uuid and w.state <> 'cancelled' and w.starts_at <= now() and now() < w.ends_at`,
    values: [maintenanceId],
  })
  const [one] = covered
  if (one === undefined) return
  const alertIds = covered.flatMap(({ ids }) => ids)
  await restartEscalation(tx, alertIds.toSorted(), one.until)
}

/** Pages for the alerts that a window silenced, because it ended early. */
export async function wakeCovered(tx: Transaction, maintenanceId: string): Promise<void> {
  const covered = await tx.db.maintenanceMonitor.findMany({ where: { maintenanceId } })
  await wakeEscalations(
    tx,
    covered.map(({ monitorId }) => monitorId),
  )
}
