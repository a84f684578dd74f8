import type { Alert } from "../../../../prisma/generated/client.ts"
import { actorName } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { silenceReopened } from "../../on-call/escalation/leave-open.ts"
import { recordAuditOf } from "../../workspace/audit/record-audit.ts"
import { followAlerts, lockIncidentsOf } from "../incident/follow-alerts.ts"
import { changeAlerts, type AlertSelection } from "./change-alerts.ts"
import { findAlert } from "./find-alert.ts"
import { settleAlerts } from "./settle-alert.ts"

/** Resolves an alert manually; returns a resolved one unchanged. */
export async function resolveAlert(ctx: Context, alertId: string): Promise<Alert> {
  const alert = await findAlert(ctx, alertId, "alerts:write")
  if (alert.resolvedAt !== null) return alert
  return transact(ctx, async (tx) => {
    await lockIncidentsOf(tx, [alert.id])
    await resolveOpen(tx, ctx, [alert])
    return tx.db.alert.findUniqueOrThrow({ where: { id: alert.id } })
  })
}

/** Resolves alerts like `resolveAlert`. */
export const resolveAlerts = (ctx: Context, selection: AlertSelection) =>
  changeAlerts(ctx, selection, {
    isForPaged: false,
    isTogether: false,
    judge: ({ resolvedAt }) => (resolvedAt === null ? null : "already"),
    act: (tx, { alerts }) => resolveOpen(tx, ctx, alerts),
  })

async function resolveOpen(tx: Transaction, ctx: Context, alerts: Alert[]): Promise<string[]> {
  const by = actorName(ctx.actor)
  const at = ctx.clock.now()
  const ids = await settleAlerts(
    tx,
    alerts.map(({ id }) => ({
      alertId: id,
      at,
      findings: [],
      by,
      isByHand: true,
      respectsChoice: false,
    })),
  )
  const resolved = alerts.filter(({ id }) => ids.includes(id))
  await recordAuditOf(tx, ctx.actor, "alert.state_changed", resolved, { state: "resolved" })
  return ids
}

/** Reopens resolved alerts as triggered, as `changeAlertState` does: it pages nobody. */
export const reopenAlerts = (ctx: Context, selection: AlertSelection) =>
  changeAlerts(ctx, selection, {
    isForPaged: false,
    isTogether: false,
    judge: ({ resolvedAt }) => (resolvedAt === null ? "already" : null),
    async act(tx, { alerts, now }) {
      const reopened = await tx.query<{ id: string; projectId: string }>({
        name: "reopen-alerts",
        text: `
          update alert set state_id = state.id, acknowledged_at = null, acknowledged_by = null, resolved_at = null,
                 resolved_by = null, is_manual = true, updated_at = now()
            from state
           where alert.id = any($1::uuid[]) and alert.resolved_at is not null and state.project_id = alert.project_id
             and state.subject = 'alert' and state.name = 'triggered'
          returning alert.id, alert.project_id as "projectId"`,
        values: [alerts.map(({ id }) => id)],
      })
      const ids = reopened.map(({ id }) => id)
      await recordAuditOf(tx, ctx.actor, "alert.state_changed", alerts, { state: "triggered" })
      await silenceReopened(tx, ids, now)
      await followAlerts(
        tx,
        ctx.actor,
        alerts.map(({ incidentId }) => incidentId),
      )
      for (const { id, projectId } of reopened) {
        tx.publish("alert.changed", { projectId, alertId: id })
      }
      return ids
    },
  })
