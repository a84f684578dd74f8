import type { Incident, State } from "../../../prisma/generated/client.ts"
import { actorName } from "../access.ts"
import { settleAlerts } from "../alert/settle.ts"
import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { conflict } from "../errors.ts"
import type { Transaction } from "../transaction.ts"
import { announceIncident } from "./announce.ts"
import { marksOf } from "./marks.ts"
import { addEntry } from "./timeline.ts"

/**
 * Puts an incident where a person wants it, so that recovery leaves it alone from then on. Resolving it
 * resolves its open alerts too.
 *
 * @throws {DomainError} conflict where its state changed since `before` was read.
 */
export async function moveIncident(tx: Transaction, ctx: Context, before: Incident, to: State) {
  const { id, projectId } = before
  const now = ctx.clock.now()
  const by = actorName(ctx.actor)
  const { count } = await tx.db.incident.updateMany({
    where: { id, stateId: before.stateId },
    data: {
      ...marksOf(to.meaning, before, by, now),
      stateId: to.id,
      isManual: true,
    },
  })
  if (count === 0) {
    const incident = await tx.db.incident.findUniqueOrThrow({ where: { id } })
    if (incident.stateId === to.id) return incident
    throw conflict("The incident's state changed at the same moment; look at it again.")
  }
  const isResolved = to.meaning === "resolved"
  if (isResolved) await resolveAlerts(tx, id, now, by)
  const from = await tx.db.state.findUniqueOrThrow({ where: { id: before.stateId } })
  const change = await addEntry(tx, ctx.actor, {
    incidentId: id,
    kind: entryKind(before.resolvedAt !== null, isResolved),
    body: `${from.name} → ${to.name}`,
  })
  await recordAudit(tx, ctx.actor, {
    projectId,
    action: "incident.state_changed",
    subjectId: id,
    subjectName: before.title,
    changes: { state: { from: from.name, to: to.name } },
  })
  const event = isResolved ? "incident.resolved" : "incident.updated"
  return announceIncident(tx, id, { event, change })
}

async function resolveAlerts(
  tx: Transaction,
  incidentId: string,
  at: Date,
  by: string,
): Promise<void> {
  const alerts = await tx.db.alert.findMany({
    where: { incidentId, resolvedAt: null },
    orderBy: { id: "asc" },
  })
  const reason = "Its incident was resolved by hand."
  await settleAlerts(
    tx,
    alerts.map(({ id }) => ({ alertId: id, at, reason, by, respectsChoice: false })),
  )
}

function entryKind(wasResolved: boolean, isResolved: boolean) {
  if (wasResolved === isResolved) return "state_changed"
  return isResolved ? "resolved" : "reopened"
}
