import type { Alert } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict } from "../../kernel/errors.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { continueEscalations } from "../../on-call/escalation/continue-escalation.ts"
import { followAlerts, lockIncidentsOf } from "../incident/follow-alerts.ts"
import { recordAuditOf } from "../../workspace/audit/record-audit.ts"
import { readAnnouncedAlerts } from "./announced-alert.ts"
import { announceAlerts } from "./announce-alert.ts"
import { findToHandle } from "./find-to-handle.ts"
import { lockAlerts } from "./lock-alert.ts"
import { requireAllSeen } from "./require-all-seen.ts"

/**
 * Withdraws an acknowledgement, that of the alerts which were acknowledged with it, and that of their incidents: the
 * alerts are triggered again, and paging continues with the next step of the policy. Returns an open alert unchanged.
 * Who may acknowledge it may do this too.
 *
 * @throws {DomainError} conflict if the alert was resolved.
 */
export async function unacknowledgeAlert(ctx: Context, alertId: string): Promise<Alert> {
  const found = await findToHandle(ctx, alertId)
  return transact(ctx, async (tx) => {
    await triggerAgain(tx, ctx, found)
    const alert = await tx.db.alert.findUniqueOrThrow({ where: { id: found.id } })
    if (alert.resolvedAt !== null) {
      throw conflict("The alert is already resolved, so its acknowledgement cannot be withdrawn.")
    }
    return alert
  })
}

/** Triggers an acknowledged alert and those acknowledged with it; null, without effect, for others. */
export async function triggerAgain(
  tx: Transaction,
  ctx: Context,
  { id: alertId, projectId }: Pick<Alert, "id" | "projectId">,
): Promise<Alert | null> {
  const opened = await triggerAllAgain(tx, ctx, projectId, [alertId])
  return opened.length === 0 ? null : tx.db.alert.findUniqueOrThrow({ where: { id: alertId } })
}

/** The same for several alerts. @returns all that are triggered again. */
export async function triggerAllAgain(
  tx: Transaction,
  ctx: Context,
  projectId: string,
  alertIds: string[],
): Promise<string[]> {
  await lockIncidentsOf(tx, alertIds)
  const together = await lockTogether(tx, alertIds)
  await requireAllSeen(tx, ctx, projectId, together)
  const opened = await trigger(tx, together)
  if (opened.length === 0) return []
  await continueEscalations(tx, opened)
  const announced = await readAnnouncedAlerts(tx, opened)
  const event = "alert.unacknowledged" as const
  const change = ctx.clock.now().toISOString()
  await announceAlerts(
    tx,
    announced.map((one) => ({ alert: one, event, change })),
  )
  await recordAuditOf(tx, ctx.actor, event, announced)
  const incidentIds = announced.map(({ incidentId }) => incidentId)
  await followAlerts(tx, ctx.actor, incidentIds)
  return opened
}

/** The alerts and those that were acknowledged in the same transaction, because one pages for the others. */
async function lockTogether(tx: Transaction, alertIds: string[]): Promise<string[]> {
  const group = await tx.db.$queryRaw<{ id: string }[]>`
    select other.alert_id as id
      from escalation own join escalation other
        on other.alert_id = coalesce(own.lead_id, own.alert_id) or other.lead_id = coalesce(own.lead_id, own.alert_id)
     where own.alert_id = any(${alertIds}::uuid[])`
  const ids = [...new Set([...alertIds, ...group.map(({ id }) => id)])]
  await lockAlerts(tx, ids)
  const locked = await tx.db.$queryRaw<{ id: string }[]>`
    select id from alert
     where id = any(${ids}::uuid[])
       and acknowledged_at in (select acknowledged_at from alert where id = any(${alertIds}::uuid[]))
     order by id`
  return locked.map(({ id }) => id)
}

/** @returns the alerts that are triggered again. */
async function trigger(tx: Transaction, alertIds: string[]): Promise<string[]> {
  const opened = await tx.db.$queryRaw<{ id: string }[]>`
    update alert set state_id = state.id, acknowledged_at = null, acknowledged_by = null, is_manual = false,
           updated_at = now()
      from state
     where alert.id = any(${alertIds}::uuid[]) and alert.acknowledged_at is not null and alert.resolved_at is null
       and state.project_id = alert.project_id
       and state.subject = 'alert' and state.name = 'triggered'
    returning alert.id`
  return opened.map(({ id }) => id)
}
