import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict } from "../../kernel/errors.ts"
import { transact } from "../../kernel/transaction.ts"
import { announceMaintenance } from "./announce-maintenance.ts"
import { findMaintenance } from "./find-maintenance.ts"
import { lockMaintenance } from "./lock-maintenance.ts"
import { wakeCovered } from "./silence-covered.ts"

/** Cancels a window, even if it has begun; returns a cancelled one unchanged. */
export async function cancelMaintenance(ctx: Context, maintenanceId: string) {
  const { id, projectId, title } = await findMaintenance(ctx, maintenanceId, "maintenances:write")
  return transact(ctx, async (tx) => {
    const { window, isOver } = await lockMaintenance(tx, id)
    if (window.state === "cancelled") return window
    if (isOver) throw conflict("The maintenance is over, so it cannot be cancelled.")
    await tx.db.maintenance.update({ where: { id }, data: { state: "cancelled" } })
    await wakeCovered(tx, id)
    await recordAudit(tx, ctx.actor, "maintenance.cancelled", { projectId, id, title })
    return announceMaintenance(tx, id, { event: "maintenance.ended", change: "1" })
  })
}

/** Ends a window that has begun, now by PostgreSQL's clock. */
export async function endMaintenance(ctx: Context, maintenanceId: string) {
  const { id, projectId, title } = await findMaintenance(ctx, maintenanceId, "maintenances:write")
  return transact(ctx, async (tx) => {
    const { now, isOver, isBegun } = await lockMaintenance(tx, id)
    if (isOver) throw conflict("The maintenance is already over.")
    if (!isBegun) throw conflict("The maintenance has not begun; cancel it instead.")
    await tx.db.maintenance.update({ where: { id }, data: { state: "completed", endsAt: now } })
    await wakeCovered(tx, id)
    await recordAudit(tx, ctx.actor, "maintenance.ended", { projectId, id, title })
    return announceMaintenance(tx, id, { event: "maintenance.ended", change: "1" })
  })
}
