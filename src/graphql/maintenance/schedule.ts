import { z } from "zod"
import { newId } from "../../id.ts"
import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { invalid } from "../errors.ts"
import { description, id, name, parse } from "../input.ts"
import { transact } from "../transaction.ts"
import { announceMaintenance } from "./announce.ts"
import { monitorIds, requireMonitors } from "./monitors.ts"
import { notices } from "./notices.ts"
import { windowFault } from "./window.ts"

const input = z.object({
  projectId: id,
  title: name,
  description: description.default(""),
  startsAt: z.date({ error: "must be a moment" }),
  endsAt: z.date({ error: "must be a moment" }),
  monitorIds: monitorIds.default([]),
  ...notices,
})

/** Plans a window in which nothing is declared for its monitors; they are probed all the same. */
export async function scheduleMaintenance(ctx: Context, given: z.input<typeof input>) {
  const { monitorIds, ...data } = parse(input, given)
  const { projectId } = data
  await ctx.access.require(projectId, "maintenances:write")
  const fault = windowFault(data.startsAt, data.endsAt, ctx.clock.now())
  if (fault !== null) throw invalid(fault.pointer, fault.detail)
  return transact(ctx, async (tx) => {
    await requireMonitors(tx, projectId, monitorIds)
    const maintenanceId = newId()
    await tx.db.maintenance.create({
      data: {
        ...data,
        id: maintenanceId,
        monitors: { create: monitorIds.map((monitorId) => ({ monitorId })) },
      },
    })
    await recordAudit(tx, ctx.actor, {
      projectId,
      action: "maintenance.scheduled",
      subjectId: maintenanceId,
      subjectName: data.title,
    })
    return announceMaintenance(tx, maintenanceId, { event: "maintenance.scheduled", change: "1" })
  })
}
