import type { Context } from "../../../kernel/context.ts"
import { conflict } from "../../../kernel/errors.ts"
import { monitorScope, type Limit } from "../../../kernel/monitor-scope.ts"
import { resolveOutages } from "../../../incidents/incident/outage-course.ts"
import { lockProject } from "../../../workspace/project/lock-project.ts"
import type { Transaction } from "../../../kernel/transaction.ts"
import { announceMonitor } from "../announce-monitor.ts"
import { changeMonitor } from "../change-monitor.ts"
import { changeMonitors, type MonitorSelection } from "../change-monitors.ts"
import { monitorDeleted } from "../monitor-hooks.ts"

/**
 * Deletes a monitor but keeps its history. Its incidents and alerts are resolved, so that nobody is paged any more;
 * its children lose their parent.
 */
export async function deleteMonitor(ctx: Context, monitorId: string): Promise<string> {
  return changeMonitor(ctx, monitorId, async (tx, { id, projectId }, at) => {
    await lockProject(tx, projectId)
    await removeMonitor(tx, ctx, { id, projectId }, at)
    return id
  })
}

/** Each takes several statements. */
const mostDeleted = 1000

/** Deletes at most 1,000 monitors in one transaction. Returns them. */
export const deleteMonitors = (ctx: Context, selection: MonitorSelection) =>
  changeMonitors(
    ctx,
    selection,
    async (tx, { monitors, projectId, at }) => {
      await lockProject(tx, projectId)
      for (const monitor of monitors) await removeMonitor(tx, ctx, monitor, at)
      return monitors
    },
    mostDeleted,
  )

/** @throws {DomainError} conflict if monitors beyond the limit would lose their parent. */
async function requireNoOtherChildren({ db }: Transaction, parentId: string, limit: Limit) {
  if (limit === null) return
  const where = { parentId, deletedAt: null, NOT: monitorScope(limit) }
  if ((await db.monitor.count({ where })) === 0) return
  throw conflict(
    "Monitors that you may not see depend on this one. Ask someone whose access is not limited to labels to delete it.",
  )
}

/** The caller holds the monitor and its project. */
async function removeMonitor(
  tx: Transaction,
  ctx: Context,
  { id, projectId }: { id: string; projectId: string },
  at: Date,
): Promise<void> {
  await requireNoOtherChildren(tx, id, await ctx.access.limit(projectId))
  const children = await tx.db.monitor.updateManyAndReturn({
    where: { parentId: id, deletedAt: null },
    data: { parentId: null, updatedAt: at },
    select: { id: true },
  })
  const monitor = await tx.db.monitor.update({
    where: { id },
    data: { deletedAt: at, parentId: null, checkRequestedAt: null, updatedAt: at },
  })
  await monitorDeleted.run(tx, monitor)
  await endOutages(tx, id, at)
  await announceMonitor(tx, ctx.actor, monitor, {
    action: "monitor.deleted",
    event: "monitor.deleted",
  })
  for (const child of children) tx.publish("monitor.changed", { projectId, monitorId: child.id })
}

async function endOutages(tx: Transaction, monitorId: string, at: Date): Promise<void> {
  const open = { where: { monitorId, resolvedAt: null }, select: { id: true } } as const
  const incidents = await tx.db.incident.findMany({ ...open, orderBy: { id: "asc" } })
  const alerts = await tx.db.alert.findMany({ ...open, orderBy: { id: "asc" } })
  const findings = [{ code: "monitor_deleted", parameters: {} }] as const
  const ended = { at, findings, isFinal: true }
  await resolveOutages(tx, [
    ...incidents.map(({ id }) => ({ ...ended, incidentId: id, alertId: null })),
    ...alerts.map(({ id }) => ({ ...ended, incidentId: null, alertId: id })),
  ])
}
