import type { Incident, State } from "../../../../prisma/generated/client.ts"
import { actorName } from "../../kernel/access.ts"
import { acknowledgeOpenAlerts } from "../alert/acknowledge-alert.ts"
import { triggerAgain } from "../alert/unacknowledge-alert.ts"
import { requireJoinedSeen } from "../alert/require-all-seen.ts"
import { settleAlerts } from "../alert/settle-alert.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict } from "../../kernel/errors.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import { announceIncident } from "./announce-incident.ts"
import { lockIncidentsOf } from "./follow-alerts.ts"
import { marksOf } from "./rules/incident-marks.ts"
import { stateMoved } from "../state/rules/state-label.ts"
import { addEntry, moveWords } from "./timeline.ts"

/**
 * Sets the state that a person chose; recovery no longer changes it, except that it still resolves an incident that
 * was acknowledged, or whose acknowledgement was withdrawn. All of these also apply to its open alerts, as does any
 * state that means acknowledged or resolved.
 *
 * @throws {DomainError} conflict if its state has changed since `before` was read.
 */
export async function moveIncident(tx: Transaction, ctx: Context, before: Incident, to: State) {
  const { id } = before
  const now = ctx.clock.now()
  const by = actorName(ctx.actor)
  const isOpen = before.acknowledgedAt === null && before.resolvedAt === null
  const isAcknowledgement = to.isBuiltIn && to.meaning === "acknowledged" && isOpen
  const isWithdrawal =
    to.isBuiltIn && to.meaning === "open" && !isOpen && before.resolvedAt === null
  const openAlerts = await tx.db.alert.findMany({
    where: { incidentId: id, resolvedAt: null },
    select: { id: true },
  })
  const alertIds = openAlerts.map((alert) => alert.id)
  await lockIncidentsOf(tx, alertIds)
  const { count } = await tx.db.incident.updateMany({
    where: { id, stateId: before.stateId },
    data: {
      ...marksOf(to, before, by, now),
      stateId: to.id,
      ...(isAcknowledgement || isWithdrawal ? {} : { isManual: true }),
    },
  })
  if (count === 0) {
    const incident = await tx.db.incident.findUniqueOrThrow({ where: { id } })
    if (incident.stateId === to.id) return incident
    throw conflict(
      "Someone else changed the incident's state at the same time. Reload it and try again.",
    )
  }
  if (to.meaning === "acknowledged") await acknowledgeAlerts(tx, ctx, id, now)
  if (isWithdrawal) await triggerAlerts(tx, ctx, id)
  if (to.meaning === "resolved") await resolveAlerts(tx, id, now, by)
  const from = await tx.db.state.findUniqueOrThrow({ where: { id: before.stateId } })
  const entryId = await addEntry(
    tx,
    ctx.actor,
    isAcknowledgement
      ? { incidentId: id, kind: "acknowledged" }
      : {
          incidentId: id,
          kind: entryKind(before, to),
          body: moveWords(from.name, to.name),
          findings: [stateMoved(from, to)],
        },
  )
  const changes = { state: { from: from.name, to: to.name } }
  await (isAcknowledgement
    ? recordAudit(tx, ctx.actor, "incident.acknowledged", before)
    : recordAudit(tx, ctx.actor, "incident.state_changed", before, changes))
  const event = to.meaning === "resolved" ? "incident.resolved" : "incident.updated"
  return announceIncident(tx, id, { event, entryId })
}

async function acknowledgeAlerts(
  tx: Transaction,
  ctx: Context,
  incidentId: string,
  now: Date,
): Promise<void> {
  const alerts = await tx.db.alert.findMany({
    where: { incidentId, acknowledgedAt: null, resolvedAt: null },
    orderBy: { id: "asc" },
  })
  const ids = alerts.map(({ id }) => id)
  const [first] = alerts
  if (first !== undefined) await requireJoinedSeen(tx, ctx, first.projectId, ids)
  await acknowledgeOpenAlerts(tx, ctx.actor, alerts, now)
}

async function triggerAlerts(tx: Transaction, ctx: Context, incidentId: string): Promise<void> {
  const alerts = await tx.db.alert.findMany({
    where: { incidentId, acknowledgedAt: { not: null }, resolvedAt: null },
    orderBy: { id: "asc" },
  })
  for (const alert of alerts) await triggerAgain(tx, ctx, alert)
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
  await settleAlerts(
    tx,
    alerts.map(({ id }) => ({
      alertId: id,
      at,
      findings: [{ code: "incident_resolved", parameters: {} }],
      by,
      isByHand: true,
      respectsChoice: false,
    })),
  )
}

function entryKind(before: Incident, to: State) {
  const wasResolved = before.resolvedAt !== null
  const isResolved = to.meaning === "resolved"
  if (wasResolved === isResolved) return "state_changed"
  return isResolved ? "resolved" : "reopened"
}
