import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { requireMonitors } from "../window/maintenance-monitors.ts"
import { notices } from "../window/rules/maintenance-notices.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { transact } from "../../kernel/transaction.ts"
import { recurrence, words } from "./series-fields.ts"
import { ahead, scheduleNextPlan, makeOccurrences } from "./plan-series.ts"

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
 * Schedules recurring windows and creates the next ones immediately.
 *
 * @throws {DomainError} validation_failed at `#/startsOn` if there would be no window.
 */
export async function scheduleSeries(ctx: Context, given: z.input<typeof input>) {
  const { monitorIds, ...data } = parse(input, given)
  const { projectId } = data
  await ctx.access.require(projectId, "maintenances:write", "project", "within")
  const limit = await ctx.access.limit(projectId)
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    const where = { projectId, cancelledAt: null }
    if ((await tx.db.maintenanceSeries.count({ where })) >= mostSeries) {
      throw invalid(
        "#/projectId",
        `has ${mostSeries} maintenance series, which is the limit; cancel one first`,
      )
    }
    await requireMonitors(tx, { projectId, limit }, monitorIds)
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
      throw invalid("#/endsOn", "must be later: there would be no more windows")
    }
    await makeOccurrences(tx, series, next)
    await recordAudit(tx, ctx.actor, "maintenance_series.scheduled", series)
    return scheduleNextPlan(tx, series, now)
  })
}
