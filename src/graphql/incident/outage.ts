import { newId } from "../../id.ts"
import { raiseAlert } from "../alert/raise.ts"
import { settleAlert } from "../alert/settle.ts"
import type { Transaction } from "../transaction.ts"
import { announceIncident } from "./announce.ts"
import { builtInSeverity, builtInState } from "./look-up.ts"
import { nextIncidentNumber } from "./number.ts"
import { addEntry, machine } from "./timeline.ts"
import { outageTitle } from "./title.ts"

export { reopenOutage, resolveOutage } from "./outage-course.ts"

export type Outage = {
  projectId: string
  monitorId: string
  monitorName: string
  level: "offline" | "degraded"
  /** The first failed check, not the moment of certainty. */
  startedAt: Date
  /** One sentence for a person woken at night. */
  reason: string
  failureClass: string | null
}

type Declared = { incidentId: string | null; alertId: string }

/**
 * Speaks of an outage inside the transaction of its status change: offline is an incident and a high
 * alert, degraded a low alert alone. Whoever calls made sure that it is not declared yet.
 */
export async function declareOutage(tx: Transaction, outage: Outage): Promise<Declared> {
  const { projectId, monitorId, level, reason, failureClass } = outage
  const incidentId = level === "offline" ? await openIncident(tx, outage) : null
  const alertId = await raiseAlert(tx, {
    projectId,
    monitorId,
    incidentId,
    title: outageTitle(level, outage.monitorName),
    description: reason,
    severity: level === "offline" ? "high" : "low",
    failureClass,
  })
  return { incidentId, alertId }
}

/** From degraded to offline: the incident and its high alert take the place of the low alert. */
export async function escalateOutage(
  tx: Transaction,
  outage: Omit<Outage, "level"> & { alertId: string; at: Date },
): Promise<Declared> {
  const { alertId: lowAlertId, at, ...rest } = outage
  const declared = await declareOutage(tx, { ...rest, level: "offline" })
  const { incidentId } = declared
  await tx.db.alert.updateMany({ where: { id: lowAlertId }, data: { incidentId } })
  await settleAlert(tx, {
    alertId: lowAlertId,
    at,
    reason: "It got worse: the alert of the incident takes its place.",
    respectsChoice: false,
  })
  return declared
}

async function openIncident(tx: Transaction, outage: Outage): Promise<string> {
  const { projectId, monitorId, startedAt, reason, failureClass } = outage
  const state = await builtInState(tx.db, projectId, "incident", "identified")
  const severity = await builtInSeverity(tx.db, projectId, "incident", "major")
  const id = newId()
  await tx.db.incident.create({
    data: {
      id,
      projectId,
      monitorId,
      number: await nextIncidentNumber(tx, projectId),
      title: outageTitle("offline", outage.monitorName),
      description: reason,
      stateId: state.id,
      severityId: severity.id,
      startedAt,
    },
  })
  await addEntry(tx, machine, { incidentId: id, kind: "declared", body: reason })
  await announceIncident(tx, id, {
    event: "incident.created",
    change: id,
    reason,
    more: { failure_class: failureClass },
  })
  return id
}
