import { endEscalations } from "../escalation/end.ts"
import type { Transaction } from "../transaction.ts"
import { announceAlerts } from "./announce.ts"
import { holdAlerts } from "./hold.ts"
import type { ToldAlert } from "./told.ts"
import { toldAlert } from "./told.ts"

type Settle = {
  alertId: string
  at: Date
  reason: string
  /** Who said so; absent for a recovery. */
  by?: string
  /** True where a person's own choice of a state is not to be overruled. */
  respectsChoice: boolean
}

/** Resolves those of the alerts that are not resolved yet. */
export async function settleAlerts(tx: Transaction, settles: Settle[]): Promise<void> {
  if (settles.length === 0) return
  await holdAlerts(
    tx,
    settles.map(({ alertId }) => alertId),
  )
  const settled = await tx.db.$queryRaw<ToldAlert[]>`
    update alert set state_id = state.id, resolved_at = row.at, resolved_by = row."by", updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(settles)}::jsonb)
             as row ("alertId" uuid, at timestamptz, "by" text, "respectsChoice" boolean), state
     where alert.id = row."alertId" and alert.resolved_at is null
       and not (row."respectsChoice" and alert.is_manual)
       and state.project_id = alert.project_id
       and state.subject = 'alert' and state.name = 'resolved'
    returning ${toldAlert}`
  const told = new Map(settled.map((alert) => [alert.id, alert]))
  const news = settles.flatMap(({ alertId, at, reason }) => {
    const alert = told.get(alertId)
    const event = "alert.resolved" as const
    return alert === undefined ? [] : [{ alertId, alert, event, change: at.toISOString(), reason }]
  })
  await endEscalations(tx, news)
  await announceAlerts(tx, news)
}
