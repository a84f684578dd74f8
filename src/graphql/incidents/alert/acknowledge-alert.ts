import type { Alert } from "../../../../prisma/generated/client.ts"
import { actorName, type Actor } from "../../kernel/access.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict } from "../../kernel/errors.ts"
import { endEscalations } from "../../on-call/escalation/end-escalation.ts"
import { alertScope } from "../../kernel/monitor-scope.ts"
import { followAlerts, lockIncidentsOf } from "../incident/follow-alerts.ts"
import { builtInState } from "../state/read-incident-parts.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { acknowledgeFlap } from "./acknowledge-flap.ts"
import { announceAlerts } from "./announce-alert.ts"
import { readAnnouncedAlerts } from "./announced-alert.ts"
import { findToHandle } from "./find-to-handle.ts"
import { lockAlerts } from "./lock-alert.ts"
import { requireJoinedSeen } from "./require-all-seen.ts"
import { useRequest } from "./use-request.ts"

/**
 * Acknowledges an alert, and its incident if no other alert of it is open. Anyone who was paged for it may, whatever
 * their role. Returns an already acknowledged alert unchanged.
 *
 * @param request the provider's request that asks for it; one that was used before changes nothing.
 * @throws {DomainError} conflict if it was resolved without being acknowledged.
 */
export async function acknowledgeAlert(
  ctx: Context,
  alertId: string,
  request: string | null = null,
) {
  const found = await findToHandle(ctx, alertId)
  return transact(ctx, async (tx) => {
    if (request !== null && !(await useRequest(tx, request))) {
      return tx.db.alert.findUniqueOrThrow({ where: { id: found.id } })
    }
    const alert = await takeOn(tx, ctx, found)
    if (alert !== null) return alert
    const present = await tx.db.alert.findUniqueOrThrow({ where: { id: found.id } })
    if (present.acknowledgedAt !== null) return present
    const ofFlap = await acknowledgeFlap(tx, ctx, present)
    if (ofFlap !== null) return ofFlap
    // The alert that followed it continues its pages.
    const followed = { alertId: found.id, alert: { pages: { some: {} } } }
    const limit = await ctx.access.limit(found.projectId)
    const where = { ...alertScope(limit), escalation: { group: { some: followed } } }
    const follower = await tx.db.alert.findFirst({ where })
    const taken = follower && (await takeOn(tx, ctx, follower))
    if (taken) return taken
    throw conflict("The alert is already resolved, so it cannot be acknowledged.")
  })
}

/** Acknowledges on behalf of the actor, with an audit entry; null if there is nothing to acknowledge. */
export async function takeOn(tx: Transaction, ctx: Context, found: Alert): Promise<Alert | null> {
  const { projectId, id: subjectId } = found
  await requireJoinedSeen(tx, ctx, projectId, [subjectId])
  await lockIncidentsOf(tx, [subjectId])
  const acknowledged = await acknowledgeOpenAlerts(tx, ctx.actor, [found], ctx.clock.now())
  if (acknowledged.length === 0) return null
  await recordAudit(tx, ctx.actor, "alert.acknowledged", found)
  return tx.db.alert.findUniqueOrThrow({ where: { id: subjectId } })
}

/** Locks alerts before their escalations, in the same order as recovery, to prevent deadlocks. */
export async function lockJoined(tx: Transaction, leadIds: string[]): Promise<void> {
  await tx.query({
    name: "hold-joined-alerts",
    text: `select alert.id from alert join escalation e on e.alert_id = alert.id
            where e.lead_id = any($1::uuid[]) and e.state = 'joined' order by alert.id for no key update of alert`,
    values: [leadIds],
  })
}

/**
 * Acknowledges the alerts that are still open, every alert that their pages list, and the incidents of all. The caller
 * locks the incidents first.
 * @returns those that were still open; the others were acknowledged or resolved concurrently.
 */
export async function acknowledgeOpenAlerts(
  tx: Transaction,
  actor: Actor,
  alerts: Found[],
  now: Date,
): Promise<Found[]> {
  const acknowledged = await acknowledgeAll(tx, actor, alerts, now)
  await followAlerts(
    tx,
    actor,
    acknowledged.map(({ incidentId }) => incidentId),
  )
  return acknowledged
}

/** Acknowledging a page acknowledges every alert it lists. */
export async function acknowledgeJoined(
  tx: Transaction,
  actor: Actor,
  leadIds: string[],
  now: Date,
): Promise<Found[]> {
  const joined = await tx.db.alert.findMany({
    where: { escalation: { leadId: { in: leadIds }, state: "joined" } },
    orderBy: { id: "asc" },
  })
  return acknowledgeAll(tx, actor, joined, now)
}

type Found = Pick<Alert, "id" | "projectId" | "incidentId">

async function acknowledgeAll(
  tx: Transaction,
  actor: Actor,
  alerts: Found[],
  now: Date,
): Promise<Found[]> {
  const [first] = alerts
  if (first === undefined) return []
  const { id: stateId } = await builtInState(tx.db, first.projectId, "alert", "acknowledged")
  await lockAlerts(
    tx,
    alerts.map(({ id }) => id),
  )
  const acknowledged = await tx.query<Found>({
    name: "acknowledge-alerts",
    text: `update alert set state_id = $2::uuid, acknowledged_at = $3::timestamptz, acknowledged_by = $4, updated_at = now()
            where id = any($1::uuid[]) and acknowledged_at is null and resolved_at is null
           returning id, project_id as "projectId", incident_id as "incidentId"`,
    values: [alerts.map(({ id }) => id), stateId, now, actorName(actor)],
  })
  if (acknowledged.length === 0) return []
  const ids = acknowledged.map(({ id }) => id)
  const news = { event: "alert.acknowledged", change: now.toISOString() } as const
  await lockJoined(tx, ids)
  await endEscalations(
    tx,
    ids.map((alertId) => ({ alertId, ...news })),
  )
  const joined = await acknowledgeJoined(tx, actor, ids, now)
  const announced = await readAnnouncedAlerts(tx, ids)
  await announceAlerts(
    tx,
    announced.map((alert) => ({ alert, ...news })),
  )
  return [...acknowledged, ...joined]
}
