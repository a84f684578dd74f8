import { z } from "zod"
import { newId } from "../../id.ts"
import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { invalid } from "../errors.ts"
import { id, parse } from "../input.ts"
import { requireMonitors } from "../maintenance/monitors.ts"
import { notices } from "../maintenance/notices.ts"
import { lockProject } from "../project/lock.ts"
import { transact } from "../transaction.ts"
import { recurrence, words } from "./fields.ts"
import { ahead, lookAgain, makeOccurrences } from "./plan.ts"

const input = z
  .object({
    projectId: id,
    title: words.title,
    description: words.description.default(""),
    monitorIds: words.monitorIds.default([]),
    ...notices,
  })
  .and(recurrence)

const mostSeries = 100

/**
 * Plans windows that come again, and makes the next of them at once.
 *
 * @throws {DomainError} validation_failed at `#/startsOn` where no window would ever come.
 */
export async function scheduleSeries(ctx: Context, given: z.input<typeof input>) {
  const { monitorIds, ...data } = parse(input, given)
  const { projectId } = data
  await ctx.access.require(projectId, "maintenances:write")
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    const where = { projectId, cancelledAt: null }
    if ((await tx.db.maintenanceSeries.count({ where })) >= mostSeries) {
      throw invalid("#/projectId", `has ${mostSeries} maintenance series already; cancel one first`)
    }
    await requireMonitors(tx, projectId, monitorIds)
    const series = await tx.db.maintenanceSeries.create({
      data: {
        ...data,
        id: newId(),
        monitors: { create: monitorIds.map((monitorId) => ({ monitorId })) },
      },
    })
    const now = ctx.clock.now()
    const next = ahead(series, now)
    if (next.length === 0 && series.endsOn !== null && series.endsOn < now) {
      throw invalid("#/endsOn", "must be later: no window would come any more")
    }
    await makeOccurrences(tx, series, next)
    await recordAudit(tx, ctx.actor, {
      projectId,
      action: "maintenance_series.scheduled",
      subjectId: series.id,
      subjectName: series.title,
    })
    return lookAgain(tx, series, now)
  })
}
