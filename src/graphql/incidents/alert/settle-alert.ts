import type { Finding } from "../../../findings/finding.ts"
import { endEscalations } from "../../on-call/escalation/end-escalation.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import { followAlerts } from "../incident/follow-alerts.ts"
import { machine } from "../incident/timeline.ts"
import { announceAlerts } from "./announce-alert.ts"
import { declareLater } from "./declare-later.ts"
import { lockAlerts } from "./lock-alert.ts"
import { announcedAlert, type AnnouncedAlert } from "./announced-alert.ts"

type Settle = {
  alertId: string
  at: Date
  findings: readonly Finding[]
  /** Who resolved it; absent for a recovery. */
  by?: string
  /** True if a person resolved it. */
  isByHand?: boolean
  /** True to keep a state that a person set. */
  respectsChoice: boolean
}

/**
 * Resolves the alerts that are not resolved yet. Returns them.
 *
 * @param quiet flapping alerts: channels whose messages cannot be edited report a flap once.
 */
export async function settleAlerts(
  tx: SqlTransaction,
  settles: Settle[],
  quiet: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  if (settles.length === 0) return []
  await lockAlerts(
    tx,
    settles.map(({ alertId }) => alertId),
  )
  const settled = await tx.query<AnnouncedAlert>({
    name: "settle-alerts",
    text: `
      update alert set state_id = state.id, resolved_at = row.at, resolved_by = row."by", updated_at = now(),
             is_manual = alert.is_manual or coalesce(row."isByHand", false)
        from jsonb_to_recordset($1::jsonb)
               as row ("alertId" uuid, at timestamptz, "by" text, "isByHand" boolean, "respectsChoice" boolean), state
       where alert.id = row."alertId" and alert.resolved_at is null
         and not (row."respectsChoice" and alert.is_manual)
         and state.project_id = alert.project_id
         and state.subject = 'alert' and state.name = 'resolved'
      returning ${announcedAlert}`,
    values: [JSON.stringify(settles.map(rowOf))],
  })
  const resolved = new Map(settled.map((alert) => [alert.id, alert]))
  const news = settles.flatMap(({ alertId, at, findings }) => {
    const alert = resolved.get(alertId)
    const event = "alert.resolved" as const
    if (alert === undefined) return []
    return [
      { alertId, alert, event, change: at.toISOString(), findings, isQuiet: quiet.has(alertId) },
    ]
  })
  const byHand = settles.flatMap(({ alertId, isByHand }) => (isByHand ? [alertId] : []))
  if (byHand.length > 0) await declareLater(tx, byHand)
  await endEscalations(tx, news)
  await announceAlerts(tx, news)
  const incidentIds = settled.map(({ incidentId }) => incidentId)
  await followAlerts(tx, machine, incidentIds)
  return [...resolved.keys()]
}

const rowOf = ({ alertId, at, by, isByHand, respectsChoice }: Settle) => ({
  alertId,
  at,
  by,
  isByHand,
  respectsChoice,
})
