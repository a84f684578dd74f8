import { storableJson, type Finding } from "../../../findings/finding.ts"
import { say } from "../../../findings/say.ts"
import { notifyPaged } from "../../on-call/escalation/end-escalation.ts"
import { resumeEscalations } from "../../on-call/escalation/resume-escalation.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import { followAlerts } from "../incident/follow-alerts.ts"
import { machine } from "../incident/timeline.ts"

type Reopened = {
  alertId: string
  /** What is known now. */
  findings: readonly Finding[]
  /** Defaults to the title that it has. */
  title?: Finding
}

type Flapping = {
  /** Channels whose messages cannot be edited report a flap once. */
  quiet: ReadonlySet<string>
  /** Reopened as acknowledged, so that nobody is paged. */
  acknowledged: ReadonlySet<string>
}

/**
 * Reopens resolved alerts without an event, because nobody is paged twice for one flap. They tell the present reason
 * from then on.
 */
export async function retriggerAlerts(
  tx: SqlTransaction,
  alerts: Reopened[],
  { quiet, acknowledged }: Flapping,
): Promise<void> {
  if (alerts.length === 0) return
  const opened = await tx.query<{
    projectId: string
    alertId: string
    incidentId: string | null
    at: Date
  }>({
    name: "retrigger-alerts",
    text: `
      update alert set findings = row.findings, description = '', title = coalesce(row.title, alert.title),
             title_finding = coalesce(row."titleFinding", alert.title_finding),
             state_id = state.id, resolved_at = null, resolved_by = null, is_manual = false, updated_at = now(),
             acknowledged_at = case when ${isKept} then acknowledged_at end,
             acknowledged_by = case when ${isKept} then acknowledged_by end
        from state, jsonb_to_recordset($1::jsonb) as row ("alertId" uuid, findings jsonb, title text, "titleFinding" jsonb)
       where alert.id = row."alertId" and alert.resolved_at is not null
         and state.project_id = alert.project_id and state.subject = 'alert'
         and state.name = case when ${isKept} then 'acknowledged' else 'triggered' end
      returning alert.project_id as "projectId", alert.id as "alertId", alert.incident_id as "incidentId",
                now() as at`,
    values: [storableJson(alerts.map(rowOf)), [...acknowledged]],
  })
  await resumeEscalations(
    tx,
    opened.flatMap(({ alertId }) => (acknowledged.has(alertId) ? [] : [alertId])),
    quiet,
  )
  await notifyPaged(
    tx,
    opened.flatMap(({ alertId, at }) =>
      acknowledged.has(alertId)
        ? [{ alertId, event: "alert.acknowledged", change: at.toISOString(), isQuiet: true }]
        : [],
    ),
  )
  const incidentIds = opened.map(({ incidentId }) => incidentId)
  await followAlerts(tx, machine, incidentIds)
  for (const { projectId, alertId } of opened) tx.publish("alert.changed", { projectId, alertId })
}

const rowOf = ({ alertId, findings, title }: Reopened) => ({
  alertId,
  findings,
  ...(title && { title: say([title]), titleFinding: title }),
})

const isKept = "alert.id = any($2::uuid[])"
