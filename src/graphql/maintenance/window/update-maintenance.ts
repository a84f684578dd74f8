import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { conflict, invalid } from "../../kernel/errors.ts"
import { changesOfRow, description, given, name, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { diff } from "../../on-call/schedule/on-call-diff.ts"
import { announceMaintenance } from "./announce-maintenance.ts"
import { findMaintenance } from "./find-maintenance.ts"
import { lockMaintenance } from "./lock-maintenance.ts"
import { monitorIds, requireMonitors } from "./maintenance-monitors.ts"
import { changedNotices } from "./rules/maintenance-notices.ts"
import { wakeCovered } from "./silence-covered.ts"
import { windowFault } from "./rules/maintenance-window.ts"

const input = changesOfRow({
  title: name,
  description,
  startsAt: z.date({ error: "must be a date and time" }),
  endsAt: z.date({ error: "must be a date and time" }),
  monitorIds,
  ...changedNotices,
})

/** Updates a window. Once it has begun only title, description and endsAt can change. */
export async function updateMaintenance(ctx: Context, values: z.input<typeof input>) {
  const { id, monitorIds, ...changes } = parse(input, values)
  const { projectId } = await findMaintenance(ctx, id, "maintenances:write")
  return transact(ctx, async (tx) => {
    const { window, now, isOver, isBegun } = await lockMaintenance(tx, id)
    if (isOver) throw conflict("The maintenance is over; schedule a new one instead.")
    const fixed = "must be omitted because the maintenance has begun"
    if (isBegun && changes.startsAt !== undefined) throw invalid("#/startsAt", fixed)
    if (isBegun && monitorIds !== undefined) throw invalid("#/monitorIds", fixed)
    const { startsAt = window.startsAt, endsAt = window.endsAt } = changes
    const fault = windowFault(startsAt, endsAt, now)
    if (fault !== null) throw invalid(fault.pointer, fault.detail)
    const covered = await tx.db.maintenanceMonitor.findMany({ where: { maintenanceId: id } })
    if (monitorIds !== undefined) {
      const limit = await ctx.access.limit(projectId)
      await requireMonitors(tx, { projectId, limit }, monitorIds)
      await tx.db.maintenanceMonitor.deleteMany({ where: { maintenanceId: id } })
      await tx.db.maintenanceMonitor.createMany({
        data: monitorIds.map((monitorId) => ({ maintenanceId: id, monitorId })),
      })
    }
    const isMoved = startsAt.getTime() !== window.startsAt.getTime()
    const after = await tx.db.maintenance.update({
      where: { id },
      data: {
        ...given(changes),
        isEdited: window.seriesId !== null,
        ...(isMoved ? { remindedAt: null } : {}),
      },
    })
    if (isBegun && endsAt < window.endsAt) await wakeCovered(tx, id)
    const difference = diff(
      { ...window, monitorIds: covered.map(({ monitorId }) => monitorId) },
      given({ ...changes, monitorIds }),
    )
    await recordAudit(tx, ctx.actor, "maintenance.updated", after, difference)
    if (!isBegun) {
      return announceMaintenance(tx, id, { event: "maintenance.scheduled", change: newId() })
    }
    // A change after the start has no event, so that the start is not announced twice.
    tx.publish("maintenance.changed", { projectId, maintenanceId: id })
    return after
  })
}
