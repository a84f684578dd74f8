import { z } from "zod"
import { newId } from "../../id.ts"
import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { conflict, invalid } from "../errors.ts"
import { description, given, id, name, parse } from "../input.ts"
import { transact } from "../transaction.ts"
import { announceMaintenance } from "./announce.ts"
import { findMaintenance } from "./find.ts"
import { lockMaintenance } from "./lock.ts"
import { monitorIds, requireMonitors } from "./monitors.ts"
import { changedNotices } from "./notices.ts"
import { wakeCovered } from "./wake.ts"
import { windowFault } from "./window.ts"

const input = z
  .object({
    id,
    title: name.optional(),
    description: description.optional(),
    startsAt: z.date({ error: "must be a moment" }).optional(),
    endsAt: z.date({ error: "must be a moment" }).optional(),
    monitorIds: monitorIds.optional(),
    ...changedNotices,
  })
  .refine((values) => Object.keys(given(values)).length > 1, {
    error:
      "must give at least one of title, description, startsAt, endsAt, monitorIds and what is to be told",
  })

/** Changes a window. Once it has begun only title, description and endsAt can change. */
export async function updateMaintenance(ctx: Context, values: z.input<typeof input>) {
  const { id, monitorIds, ...changes } = parse(input, values)
  const { projectId } = await findMaintenance(ctx, id, "maintenances:write")
  return transact(ctx, async (tx) => {
    const { window, now, isOver, isBegun } = await lockMaintenance(tx, id)
    if (isOver) throw conflict("The maintenance is over; schedule a new one instead.")
    const fixed = "must be left out, because the maintenance has begun"
    if (isBegun && changes.startsAt !== undefined) throw invalid("#/startsAt", fixed)
    if (isBegun && monitorIds !== undefined) throw invalid("#/monitorIds", fixed)
    const { startsAt = window.startsAt, endsAt = window.endsAt } = changes
    const fault = windowFault(startsAt, endsAt, now)
    if (fault !== null) throw invalid(fault.pointer, fault.detail)
    if (monitorIds !== undefined) {
      await requireMonitors(tx, projectId, monitorIds)
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
    await recordAudit(tx, ctx.actor, {
      projectId,
      action: "maintenance.updated",
      subjectId: id,
      subjectName: after.title,
    })
    if (!isBegun) {
      return announceMaintenance(tx, id, { event: "maintenance.scheduled", change: newId() })
    }
    // No event tells of a change midway, so that nobody hears twice of a beginning.
    tx.publish("maintenance.changed", { projectId, maintenanceId: id })
    return after
  })
}
