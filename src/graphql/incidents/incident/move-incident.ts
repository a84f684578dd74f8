import type { Incident, State } from "../../../../prisma/generated/client.ts"
import { actorName } from "../../kernel/access.ts"
import { acknowledgeOpenAlerts } from "../alert/acknowledge-alert.ts"
import { triggerAllAgain } from "../alert/unacknowledge-alert.ts"
import { requireJoinedSeen } from "../alert/require-all-seen.ts"
import { settleAlerts } from "../alert/settle-alert.ts"
import { recordAuditAll } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict } from "../../kernel/errors.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import { announceIncidents } from "./announce-incident.ts"
import { readAnnouncedIncidents } from "./announced-incident.ts"
import { lockIncidentsOf } from "./follow-alerts.ts"
import { marksOf } from "./rules/incident-marks.ts"
import { stateMoved } from "../state/rules/state-label.ts"
import { addEntries, moveWords } from "./timeline.ts"

/**
 * Sets the state that a person chose; recovery no longer changes it, except that it still resolves an incident that
 * was acknowledged, or whose acknowledgement was withdrawn. All of these also apply to its open alerts, as does any
 * state that means acknowledged or resolved.
 *
 * @throws {DomainError} conflict if its state has changed since `before` was read.
 */
export async function moveIncident(tx: Transaction, ctx: Context, before: Incident, to: State) {
  const { id } = before
  const [moved] = await moveIncidents(tx, ctx, [before], to)
  const incident = await tx.db.incident.findUniqueOrThrow({ where: { id } })
  if (moved !== undefined || incident.stateId === to.id) return incident
  throw conflict(
    "Someone else changed the incident's state at the same time. Reload it and try again.",
  )
}

/** The same for several incidents of a project. @returns those whose state had not changed meanwhile. */
export async function moveIncidents(
  tx: Transaction,
  ctx: Context,
  all: readonly Incident[],
  to: State,
): Promise<string[]> {
  const now = ctx.clock.now()
  const by = actorName(ctx.actor)
  const openAlerts = await tx.db.alert.findMany({
    where: { incidentId: { in: idsOf(all) }, resolvedAt: null },
    select: { id: true },
  })
  await lockIncidentsOf(tx, idsOf(openAlerts), idsOf(all))
  const moves = all.map((before) => ({ before, ...moveOf(before, to) }))
  const written = await tx.query<{ id: string }>({
    name: "move-incidents",
    text: `
      update incident i
         set state_id = $2::uuid, acknowledged_at = row."acknowledgedAt", acknowledged_by = row."acknowledgedBy",
             resolved_at = row."resolvedAt", is_manual = i.is_manual or row."isManual", updated_at = now()
        from jsonb_to_recordset($1::jsonb) as row (id uuid, "from" uuid, "acknowledgedAt" timestamptz,
               "acknowledgedBy" text, "resolvedAt" timestamptz, "isManual" boolean)
       where i.id = row.id and i.state_id = row."from"
      returning i.id`,
    values: [
      JSON.stringify(
        moves.map(({ before, isAcknowledgement, isWithdrawal }) => ({
          id: before.id,
          from: before.stateId,
          ...marksOf(to, before, by, now),
          isManual: !isAcknowledgement && !isWithdrawal,
        })),
      ),
      to.id,
    ],
  })
  const writtenIds = new Set(idsOf(written))
  const moved = moves.filter(({ before }) => writtenIds.has(before.id))
  if (moved.length === 0) return []
  const ids = moved.map(({ before }) => before.id)
  if (to.meaning === "acknowledged") await acknowledgeAlerts(tx, ctx, ids, now)
  const withdrawn = moved.flatMap(({ before, isWithdrawal }) => (isWithdrawal ? [before] : []))
  await triggerAlerts(tx, ctx, withdrawn)
  if (to.meaning === "resolved") await resolveAlerts(tx, ids, now, by)
  await record(tx, ctx, moved, to)
  return ids
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

type Move = { before: Incident; isAcknowledgement: boolean; isWithdrawal: boolean }

function moveOf(before: Incident, to: State): Omit<Move, "before"> {
  const isOpen = before.acknowledgedAt === null && before.resolvedAt === null
  return {
    isAcknowledgement: to.isBuiltIn && to.meaning === "acknowledged" && isOpen,
    isWithdrawal: to.isBuiltIn && to.meaning === "open" && !isOpen && before.resolvedAt === null,
  }
}

/** The entries of timelines and of the audit log, and the events. */
async function record(tx: Transaction, ctx: Context, moved: Move[], to: State): Promise<void> {
  const states = await tx.db.state.findMany({
    where: { id: { in: moved.map(({ before }) => before.stateId) } },
  })
  const stateOf = new Map(states.map((state) => [state.id, state]))
  const known = moved.map((move) => {
    const from = stateOf.get(move.before.stateId)
    if (from === undefined) throw new Error("a state that an incident has cannot be deleted")
    return { ...move, from }
  })
  const entries = await addEntries(
    tx,
    ctx.actor,
    known.map(({ before, from, isAcknowledgement }) => ({
      incidentId: before.id,
      ...(isAcknowledgement
        ? { kind: "acknowledged" as const }
        : {
            kind: entryKind(before, to),
            body: moveWords(from.name, to.name),
            findings: [stateMoved(from, to)],
          }),
    })),
  )
  await recordAuditAll(
    tx,
    ctx.actor,
    known.map(({ before: { projectId, id, title }, from, isAcknowledgement }) => ({
      projectId,
      subjectId: id,
      subjectName: title,
      ...(isAcknowledgement
        ? { action: "incident.acknowledged" }
        : {
            action: "incident.state_changed",
            changes: { state: { from: from.name, to: to.name } },
          }),
    })),
  )
  const entryIds = new Map(entries.map(({ id, incidentId }) => [incidentId, id]))
  const event = to.meaning === "resolved" ? "incident.resolved" : "incident.updated"
  const announced = await readAnnouncedIncidents(tx, [...entryIds.keys()])
  await announceIncidents(
    tx,
    announced.map((incident) => ({ incident, event, entryId: entryIds.get(incident.id) ?? null })),
  )
}

async function acknowledgeAlerts(
  tx: Transaction,
  ctx: Context,
  incidentIds: string[],
  now: Date,
): Promise<void> {
  const alerts = await tx.db.alert.findMany({
    where: { incidentId: { in: incidentIds }, acknowledgedAt: null, resolvedAt: null },
    orderBy: { id: "asc" },
  })
  const [first] = alerts
  if (first !== undefined) await requireJoinedSeen(tx, ctx, first.projectId, idsOf(alerts))
  await acknowledgeOpenAlerts(tx, ctx.actor, alerts, now)
}

async function triggerAlerts(tx: Transaction, ctx: Context, of: Incident[]): Promise<void> {
  const alerts = await tx.db.alert.findMany({
    where: { incidentId: { in: idsOf(of) }, acknowledgedAt: { not: null }, resolvedAt: null },
    orderBy: { id: "asc" },
  })
  const [first] = alerts
  if (first !== undefined) await triggerAllAgain(tx, ctx, first.projectId, idsOf(alerts))
}

async function resolveAlerts(
  tx: Transaction,
  incidentIds: string[],
  at: Date,
  by: string,
): Promise<void> {
  const alerts = await tx.db.alert.findMany({
    where: { incidentId: { in: incidentIds }, resolvedAt: null },
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
