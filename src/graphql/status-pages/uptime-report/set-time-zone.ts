import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { id, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { timeZone } from "../../on-call/on-call-fields.ts"
import { zoneOf } from "../../on-call/rules/time-zone.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { sendTime } from "./rules/report-month.ts"

const input = z.object({ projectId: id, timeZone })

/** Sets the zone of a project's reports, and with it when the next ones are mailed. */
export async function setTimeZone(ctx: Context, given: z.input<typeof input>) {
  const { projectId, timeZone } = parse(input, given)
  await ctx.access.require(projectId, "project:write")
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    const where = { id: projectId }
    const before = await tx.db.project.findUniqueOrThrow({ where })
    if (before.timeZone === timeZone) return before
    const project = await tx.db.project.update({ where, data: { timeZone } })
    const zone = zoneOf(timeZone)
    const schedules = await tx.db.reportSchedule.findMany({ where: { projectId } })
    for (const { id, month } of schedules) {
      // Unless it was sent meanwhile, which moved it to the next month.
      await tx.db.reportSchedule.updateMany({
        where: { id, month },
        data: { sendAt: sendTime(month, zone) },
      })
    }
    const changes = { timeZone: { from: before.timeZone, to: timeZone } }
    const subject = { ...project, projectId }
    await recordAudit(tx, ctx.actor, "project.time_zone_changed", subject, changes)
    return project
  })
}
