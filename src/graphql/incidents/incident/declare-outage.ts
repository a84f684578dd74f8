import type { Finding } from "../../../findings/finding.ts"
import { newId } from "../../../platform/id.ts"
import { raiseAlerts } from "../alert/raise-alert.ts"
import { settleAlerts } from "../alert/settle-alert.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import { followAlerts, lockIncidents } from "./follow-alerts.ts"
import { renewReasons } from "./renew-reason.ts"
import { openIncidents } from "./open-incident.ts"
import { actorName } from "../../kernel/access.ts"
import { machine } from "./timeline.ts"
import { outageTitle } from "./rules/incident-title.ts"

/** An outage to declare; a degraded one gets no incident. */
export type OutageIds = { incidentId: string | null; alertId: string }

export type Outage = OutageIds & {
  projectId: string
  monitorId: string
  monitorName: string
  level: "offline" | "degraded"
  /** Time of the first failed check, not of its confirmation. */
  startedAt: Date
  /** What is known, for the person who is paged. */
  findings: readonly Finding[]
  failureClass: string | null
  /** True if its incident is already open, so that only an alert is created. */
  isIncidentOpen?: boolean
  /** The address reached and the fingerprint of the certificate it presented, if known. */
  address?: string | null
  certificate?: string | null
}

export const newOutageIds = (level: Outage["level"]): OutageIds => ({
  incidentId: level === "offline" ? newId() : null,
  alertId: newId(),
})

/**
 * Declares outages in the transaction of their status changes: offline creates an incident and a high alert, degraded
 * only a low alert. The caller makes sure that they are not declared yet.
 */
export async function declareOutages(tx: SqlTransaction, outages: Outage[]): Promise<void> {
  const titled = outages.map((outage) => ({
    ...outage,
    title: outageTitle(outage.level, outage.monitorName),
  }))
  await openIncidents(
    tx,
    titled.flatMap((outage) => {
      const { incidentId, isIncidentOpen = false } = outage
      return incidentId === null || isIncidentOpen ? [] : [{ ...outage, incidentId }]
    }),
  )
  const joined = titled.flatMap(({ incidentId, isIncidentOpen = false }) =>
    incidentId !== null && isIncidentOpen ? [incidentId] : [],
  )
  await lockIncidents(tx, joined)
  // Before the alerts: an incident that is still open tells the reason of the new one.
  await renewReasons(
    tx,
    titled.flatMap(({ incidentId, isIncidentOpen = false, findings }) =>
      isIncidentOpen ? [{ incidentId, alertId: null, findings }] : [],
    ),
  )
  await raiseAlerts(
    tx,
    titled.map((outage) => ({ ...outage, severity: outage.level === "offline" ? "high" : "low" })),
  )
  await followAlerts(tx, machine, joined)
}

export const gotWorse: Finding = { code: "alert_replaced", parameters: {} }

export type Escalation = Outage & { lowAlertId: string; at: Date }

/** Degraded became offline: replaces the low alert with an incident and a high alert. */
export async function escalateOutages(tx: SqlTransaction, outages: Escalation[]): Promise<void> {
  if (outages.length === 0) return
  await declareOutages(tx, outages)
  const attached = outages.map(({ lowAlertId, incidentId }) => ({ lowAlertId, incidentId }))
  await tx.query({
    name: "attach-low-alerts",
    text: `
      update alert set incident_id = row."incidentId", updated_at = now()
        from jsonb_to_recordset($1::jsonb)
               as row ("lowAlertId" uuid, "incidentId" uuid)
       where alert.id = row."lowAlertId"`,
    values: [JSON.stringify(attached)],
  })
  await settleAlerts(
    tx,
    outages.map(({ lowAlertId, at }) => ({
      alertId: lowAlertId,
      at,
      findings: [gotWorse],
      by: actorName(machine),
      respectsChoice: false,
    })),
  )
}
