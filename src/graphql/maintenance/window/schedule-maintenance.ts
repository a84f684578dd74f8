import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { description, id, name, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { announceMaintenance } from "./announce-maintenance.ts"
import { monitorIds, requireMonitors } from "./maintenance-monitors.ts"
import { notices } from "./rules/maintenance-notices.ts"
import { windowFault } from "./rules/maintenance-window.ts"

const input = z.object({
  projectId: id,
  title: name,
  description: description.default(""),
  startsAt: z.date({ error: "must be a date and time" }),
  endsAt: z.date({ error: "must be a date and time" }),
  monitorIds: monitorIds.default([]),
  ...notices,
})

/** Schedules a window in which no outage of its monitors is declared; they are still checked. */
export async function scheduleMaintenance(ctx: Context, given: z.input<typeof input>) {
  const { monitorIds, ...data } = parse(input, given)
  const { projectId } = data
  await ctx.access.require(projectId, "maintenances:write", "project", "within")
  const limit = await ctx.access.limit(projectId)
  const fault = windowFault(data.startsAt, data.endsAt, ctx.clock.now())
  if (fault !== null) throw invalid(fault.pointer, fault.detail)
  return transact(ctx, async (tx) => {
    await requireMonitors(tx, { projectId, limit }, monitorIds)
    const maintenanceId = newId()
    await tx.db.maintenance.create({
      data: {
        ...data,
        id: maintenanceId,
        monitors: { create: monitorIds.map((monitorId) => ({ monitorId })) },
      },
    })
    await recordAudit(tx, ctx.actor, "maintenance.scheduled", {
      projectId,
      id: maintenanceId,
      name: data.title,
    })
    return announceMaintenance(tx, maintenanceId, { event: "maintenance.scheduled", change: "1" })
  })
}
