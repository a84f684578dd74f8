import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { announceMaintenance } from "../window/announce-maintenance.ts"
import { transact } from "../../kernel/transaction.ts"
import { findSeries } from "./find-series.ts"
import { lockSeries } from "./lock-series.ts"

/** Cancels a series and its future windows; a window that has begun runs to its end. */
export async function cancelSeries(ctx: Context, seriesId: string) {
  const series = await findSeries(ctx, seriesId, "maintenances:write")
  const { id, projectId, title } = series
  if (series.cancelledAt !== null) return series
  return transact(ctx, async (tx) => {
    const now = await lockSeries(tx, id)
    const ahead = await tx.db.maintenance.updateManyAndReturn({
      where: { seriesId: id, state: "scheduled", startsAt: { gt: now } },
      data: { state: "cancelled" },
      select: { id: true },
    })
    for (const window of ahead) {
      await announceMaintenance(tx, window.id, { event: "maintenance.ended", change: "1" })
    }
    await recordAudit(tx, ctx.actor, "maintenance_series.cancelled", { projectId, id, title })
    const data = { cancelledAt: now, planAt: null }
    return tx.db.maintenanceSeries.update({ where: { id }, data })
  })
}
