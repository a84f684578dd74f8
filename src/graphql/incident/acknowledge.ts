import { acknowledgeOpenAlert } from "../alert/acknowledge.ts"
import { actorName } from "../access.ts"
import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { conflict } from "../errors.ts"
import { transact } from "../transaction.ts"
import { announceIncident } from "./announce.ts"
import { findIncident } from "./find.ts"
import { builtInState } from "./look-up.ts"
import { addEntry } from "./timeline.ts"

/**
 * Says that somebody is on it, for the incident and its open alerts. A second one changes nothing and
 * answers the incident as it is.
 *
 * @throws {DomainError} conflict where it was resolved without ever being acknowledged.
 */
export async function acknowledgeIncident(ctx: Context, incidentId: string) {
  const found = await findIncident(ctx, incidentId, "incidents:write")
  const { id, projectId } = found
  const by = actorName(ctx.actor)
  const now = ctx.clock.now()
  return transact(ctx, async (tx) => {
    const acknowledged = await builtInState(tx.db, projectId, "incident", "acknowledged")
    const { count } = await tx.db.incident.updateMany({
      where: { id, acknowledgedAt: null, resolvedAt: null },
      data: { stateId: acknowledged.id, acknowledgedAt: now, acknowledgedBy: by },
    })
    if (count === 0) {
      const incident = await tx.db.incident.findUniqueOrThrow({ where: { id } })
      if (incident.acknowledgedAt !== null) return incident
      throw conflict("The incident is resolved already; reopen it to acknowledge it.")
    }
    const alerts = await tx.db.alert.findMany({
      where: { incidentId: id, acknowledgedAt: null, resolvedAt: null },
      orderBy: { id: "asc" },
    })
    for (const alert of alerts) await acknowledgeOpenAlert(tx, alert, by, now)
    const change = await addEntry(tx, ctx.actor, { incidentId: id, kind: "acknowledged" })
    await recordAudit(tx, ctx.actor, {
      projectId,
      action: "incident.acknowledged",
      subjectId: id,
      subjectName: found.title,
    })
    return announceIncident(tx, id, { event: "incident.updated", change })
  })
}
