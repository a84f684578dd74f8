import type { Context } from "../context.ts"
import { lockProject } from "../project/lock.ts"
import { detachMonitor } from "../status-page/detach.ts"
import { announceMonitor } from "./announce.ts"
import { changeMonitor } from "./change.ts"

/** Takes the monitor away and keeps its history; monitors below it live on without a parent. */
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
    await announceMonitor(tx, ctx.actor, monitor, {
      action: "monitor.deleted",
      event: "monitor.deleted",
    })
    for (const child of children) tx.publish("monitor.changed", { projectId, monitorId: child.id })
    return id
  })
}
