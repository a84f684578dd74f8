import type { Transaction } from "../transaction.ts"
import { announceAlerts } from "./announce.ts"

type Settle = {
  alertId: string
  at: Date
  reason: string
  /** True where a person's own choice of a state is not to be overruled. */
  respectsChoice: boolean
}

/** Resolves those of the alerts that are not resolved yet. */
export async function settleAlerts(tx: Transaction, settles: Settle[]): Promise<void> {
  if (settles.length === 0) return
  const changed = await tx.db.$queryRaw<{ id: string }[]>`
    update alert set state_id = state.id, resolved_at = row.at, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(settles)}::jsonb)
             as row ("alertId" uuid, at timestamptz, "respectsChoice" boolean), state
     where alert.id = row."alertId" and alert.resolved_at is null
       and not (row."respectsChoice" and alert.is_manual)
       and state.project_id = alert.project_id
       and state.subject = 'alert' and state.name = 'resolved'
    returning alert.id`
  const settled = new Set(changed.map(({ id }) => id))
  await announceAlerts(
    tx,
    settles
      .filter(({ alertId }) => settled.has(alertId))
      .map(({ alertId, at, reason }) => ({
        alertId,
        event: "alert.resolved",
        change: at.toISOString(),
        reason,
      })),
  )
}
