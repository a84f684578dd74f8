import type { Context } from "../context.ts"
import { resolveOutages } from "../incident/outage-course.ts"
import { lockProject } from "../project/lock.ts"
import { detachMonitor } from "../status-page/detach.ts"
import type { Transaction } from "../transaction.ts"
import { announceMonitor } from "./announce.ts"
import { changeMonitor } from "./change.ts"

/**
 * Takes the monitor away and keeps its history. What it declared is over, so that nobody is paged for it any more;
 * monitors below it live on without a parent.
 */
export async function deleteMonitor(ctx: Context, monitorId: string): Promise<string> {
  return changeMonitor(ctx, monitorId, async (tx, { id, projectId }, at) => {
    await lockProject(tx, projectId)
    const children = await tx.db.monitor.updateManyAndReturn({
      where: { parentId: id, deletedAt: null },
      data: { parentId: null, updatedAt: at },
      select: { id: true },
    })
    const monitor = await tx.db.monitor.update({
      where: { id },
      data: { deletedAt: at, parentId: null, checkRequestedAt: null, updatedAt: at },
    })
    await detachMonitor(tx, monitor)
    await endOutages(tx, id, at)
    await announceMonitor(tx, ctx.actor, monitor, {
      action: "monitor.deleted",
      event: "monitor.deleted",
    })
    for (const child of children) tx.publish("monitor.changed", { projectId, monitorId: child.id })
    return id
  })
}

async function endOutages(tx: Transaction, monitorId: string, at: Date): Promise<void> {
  const open = { where: { monitorId, resolvedAt: null }, select: { id: true } } as const
  const incidents = await tx.db.incident.findMany({ ...open, orderBy: { id: "asc" } })
  const alerts = await tx.db.alert.findMany({ ...open, orderBy: { id: "asc" } })
  const ended = { at, reason: "The monitor was deleted." }
  await resolveOutages(tx, [
    ...incidents.map(({ id }) => ({ ...ended, incidentId: id, alertId: null })),
    ...alerts.map(({ id }) => ({ ...ended, incidentId: null, alertId: id })),
  ])
}
