import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { conflict } from "../errors.ts"
import { transact } from "../transaction.ts"
import { announceMaintenance } from "./announce.ts"
import { findMaintenance } from "./find.ts"
import { lockMaintenance } from "./lock.ts"
import { wakeCovered } from "./wake.ts"

/** Calls a window off, begun or not; one that is cancelled is answered as it is. */
export async function cancelMaintenance(ctx: Context, maintenanceId: string) {
  const { id, projectId, title } = await findMaintenance(ctx, maintenanceId, "maintenances:write")
  return transact(ctx, async (tx) => {
    const { window, isOver } = await lockMaintenance(tx, id)
    if (window.state === "cancelled") return window
    if (isOver) throw conflict("The maintenance is over, so it cannot be cancelled.")
    await tx.db.maintenance.update({ where: { id }, data: { state: "cancelled" } })
    await wakeCovered(tx, id)
    await recordAudit(tx, ctx.actor, {
      projectId,
      action: "maintenance.cancelled",
      subjectId: id,
      subjectName: title,
    })
    return announceMaintenance(tx, id, { event: "maintenance.ended", change: "1" })
  })
}

/** Ends a window that has begun, at this moment of PostgreSQL's time. */
export async function endMaintenance(ctx: Context, maintenanceId: string) {
  const { id, projectId, title } = await findMaintenance(ctx, maintenanceId, "maintenances:write")
  return transact(ctx, async (tx) => {
    const { now, isOver, isBegun } = await lockMaintenance(tx, id)
    if (isOver) throw conflict("The maintenance is over already.")
    if (!isBegun) throw conflict("The maintenance has not begun; cancel it instead.")
    await tx.db.maintenance.update({ where: { id }, data: { state: "completed", endsAt: now } })
    await wakeCovered(tx, id)
    await recordAudit(tx, ctx.actor, {
      projectId,
      action: "maintenance.ended",
      subjectId: id,
      subjectName: title,
    })
    return announceMaintenance(tx, id, { event: "maintenance.ended", change: "1" })
  })
}
