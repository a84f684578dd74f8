import type { Context } from "../../../kernel/context.ts"
import { actorName } from "../../../kernel/access.ts"
import { settleAlerts } from "../../../incidents/alert/settle-alert.ts"
import { pausePaging } from "../../../on-call/escalation/pause-paging.ts"
import { builtInState } from "../../../incidents/state/read-incident-parts.ts"
import { moveIncident } from "../../../incidents/incident/move-incident.ts"
import type { Transaction } from "../../../kernel/transaction.ts"
import type { Monitor } from "../../../../../prisma/generated/client.ts"
import { announceMonitor } from "../announce-monitor.ts"
import { becomeUnknown } from "../state/become-unknown.ts"
import { changeMonitor } from "../change-monitor.ts"

/** What happens to a monitor's open alerts when it is paused. */
export type OpenAlerts = "keep" | "resolve"

/**
 * Pauses checks: the status becomes unknown and nothing counts towards the next verdict. Open alerts are resolved
 * with their incidents, or stay open and page nobody until the monitor is resumed. Idempotent.
 * @throws {DomainError} forbidden or insufficient_scope for actors who may pause but not resolve.
 */
export async function pauseMonitor(
  ctx: Context,
  monitorId: string,
  openAlerts: OpenAlerts = "keep",
) {
  return changeMonitor(ctx, monitorId, async (tx, before, at) => {
    if (before.pausedAt !== null) return before
    const monitor = await tx.db.monitor.update({
      where: { id: before.id },
      data: { pausedAt: at, checkRequestedAt: null, updatedAt: at },
    })
    const isResolving = openAlerts === "resolve"
    await becomeUnknown(tx, [monitor], at, isResolving)
    if (isResolving) await resolveOpen(tx, ctx, monitor)
    else await pausePaging(tx, [monitor.id], at)
    await announceMonitor(tx, ctx.actor, monitor, {
      action: "monitor.paused",
      event: "monitor.updated",
    })
    return monitor
  })
}

async function resolveOpen(tx: Transaction, ctx: Context, monitor: Monitor): Promise<void> {
  const { id: monitorId, projectId } = monitor
  // The monitor was found, so its alerts and incidents are within any limit.
  await ctx.access.require(projectId, "alerts:write", "monitor", "within")
  await ctx.access.require(projectId, "incidents:write", "monitor", "within")
  const order = { orderBy: { id: "asc" } } as const
  const where = { monitorId, resolvedAt: null }
  const incidents = await tx.db.incident.findMany({
    where: { resolvedAt: null, alerts: { some: where } },
    ...order,
  })
  const to = await builtInState(tx.db, projectId, "incident", "resolved")
  for (const incident of incidents) await moveIncident(tx, ctx, incident, to)
  const alerts = await tx.db.alert.findMany({ where, ...order })
  const settle = {
    at: ctx.clock.now(),
    by: actorName(ctx.actor),
    findings: [{ code: "monitor_paused", parameters: {} }] as const,
    isByHand: true,
    respectsChoice: false,
  }
  await settleAlerts(
    tx,
    alerts.map(({ id: alertId }) => ({ alertId, ...settle })),
  )
}
