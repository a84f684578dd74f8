import { retriggerAlert } from "../alert/retrigger.ts"
import { settleAlert } from "../alert/settle.ts"
import type { Transaction } from "../transaction.ts"
import { announceIncident } from "./announce.ts"
import { builtInState } from "./look-up.ts"
import { addEntry, machine } from "./timeline.ts"

/** Null where the outage was only degraded (no incident) or its rows are gone. */
type Moment = { incidentId: string | null; alertId: string | null; at: Date; reason: string }

/** Down again soon after its recovery: the same incident and alert, marked as flapping, without a new page. */
export async function reopenOutage(tx: Transaction, moment: Moment): Promise<void> {
  const { incidentId, alertId } = moment
  if (incidentId !== null) await reopenFlapping(tx, { ...moment, incidentId })
  if (alertId !== null) await retriggerAlert(tx, alertId)
}

/** Recovery resolves both, except where a person chose the state: then it only leaves a note. */
export async function resolveOutage(tx: Transaction, moment: Moment): Promise<void> {
  const { incidentId, alertId, at, reason } = moment
  if (incidentId !== null) await resolveRecovered(tx, { ...moment, incidentId })
  if (alertId !== null) await settleAlert(tx, { alertId, at, reason, respectsChoice: true })
}

async function reopenFlapping(
  tx: Transaction,
  { incidentId, at, reason }: Moment & { incidentId: string },
): Promise<void> {
  const { projectId } = await tx.db.incident.findUniqueOrThrow({ where: { id: incidentId } })
  const identified = await builtInState(tx.db, projectId, "incident", "identified")
  await tx.db.incident.update({ where: { id: incidentId }, data: { isFlapping: true } })
  // Nothing to move where a person opened it again before the machine did.
  await tx.db.incident.updateMany({
    where: { id: incidentId, resolvedAt: { not: null } },
    data: {
      stateId: identified.id,
      resolvedAt: null,
      acknowledgedAt: null,
      acknowledgedBy: null,
      isManual: false,
    },
  })
  const change = await addEntry(tx, machine, { incidentId, kind: "reopened", body: reason, at })
  await announceIncident(tx, incidentId, { event: "incident.updated", change, reason })
}

async function resolveRecovered(
  tx: Transaction,
  { incidentId, at, reason }: Moment & { incidentId: string },
): Promise<void> {
  const before = await tx.db.incident.findUniqueOrThrow({ where: { id: incidentId } })
  const resolved = await builtInState(tx.db, before.projectId, "incident", "resolved")
  const { count } = await tx.db.incident.updateMany({
    where: { id: incidentId, resolvedAt: null, isManual: false },
    data: { stateId: resolved.id, resolvedAt: at },
  })
  if (count > 0) {
    const change = await addEntry(tx, machine, { incidentId, kind: "resolved", body: reason, at })
    await announceIncident(tx, incidentId, { event: "incident.resolved", change, reason })
    return
  }
  const { resolvedAt } = await tx.db.incident.findUniqueOrThrow({ where: { id: incidentId } })
  const body = resolvedAt === null ? `${reason} The state stays as a person chose it.` : reason
  const change = await addEntry(tx, machine, { incidentId, kind: "note", body, at })
  await announceIncident(tx, incidentId, { event: "incident.updated", change, reason: body })
}
