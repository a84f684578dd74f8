import { newId } from "../../id.ts"
import { raiseAlerts } from "../alert/raise.ts"
import { settleAlerts } from "../alert/settle.ts"
import type { Transaction } from "../transaction.ts"
import { openIncidents } from "./open.ts"
import { outageTitle } from "./title.ts"

/** What speaks for an outage; no incident where it is only degraded. */
export type OutageIds = { incidentId: string | null; alertId: string }

export type Outage = OutageIds & {
  projectId: string
  monitorId: string
  monitorName: string
  level: "offline" | "degraded"
  /** The first failed check, not the moment of certainty. */
  startedAt: Date
  /** One sentence for a person woken at night. */
  reason: string
  failureClass: string | null
  /** The address that was reached and the fingerprint of the certificate it showed, where that is known. */
  address?: string | null
  certificate?: string | null
}

export const newOutageIds = (level: Outage["level"]): OutageIds => ({
  incidentId: level === "offline" ? newId() : null,
  alertId: newId(),
})

/**
 * Speaks of outages inside the transaction of their status changes: offline is an incident and a high
 * alert, degraded a low alert alone. Whoever calls made sure that they are not declared yet.
 */
export async function declareOutages(tx: Transaction, outages: Outage[]): Promise<void> {
  const titled = outages.map((outage) => ({
    ...outage,
    title: outageTitle(outage.level, outage.monitorName),
    description: outage.reason,
  }))
  await openIncidents(
    tx,
    titled.flatMap((outage) => {
      const { incidentId } = outage
      return incidentId === null ? [] : [{ ...outage, incidentId }]
    }),
  )
  await raiseAlerts(
    tx,
    titled.map((outage) => ({ ...outage, severity: outage.level === "offline" ? "high" : "low" })),
  )
}

export const gotWorse = "It got worse: the alert of the incident takes its place."

export type Escalation = Outage & { lowAlertId: string; at: Date }

/** From degraded to offline: the incident and its high alert take the place of the low alert. */
export async function escalateOutages(tx: Transaction, outages: Escalation[]): Promise<void> {
  if (outages.length === 0) return
  await declareOutages(tx, outages)
  const attached = outages.map(({ lowAlertId, incidentId }) => ({ lowAlertId, incidentId }))
  await tx.db.$executeRaw`
    update alert set incident_id = row."incidentId", updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(attached)}::jsonb)
             as row ("lowAlertId" uuid, "incidentId" uuid)
     where alert.id = row."lowAlertId"`
  await settleAlerts(
    tx,
    outages.map(({ lowAlertId, at }) => ({
      alertId: lowAlertId,
      at,
      reason: gotWorse,
      respectsChoice: false,
    })),
  )
}
