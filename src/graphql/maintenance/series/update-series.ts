import { z } from "zod"
import type { MaintenanceSeries } from "../../../../prisma/generated/client.ts"
import { newId } from "../../../platform/id.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { given, id, parse } from "../../kernel/input.ts"
import { announceMaintenance } from "../window/announce-maintenance.ts"
import { requireMonitors } from "../window/maintenance-monitors.ts"
import { changedNotices } from "../window/rules/maintenance-notices.ts"
import { diff } from "../../on-call/schedule/on-call-diff.ts"
import { writeTime } from "../../on-call/on-call-fields.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { recurrence, words } from "./series-fields.ts"
import { findSeries } from "./find-series.ts"
import { lockSeries } from "./lock-series.ts"
import { ahead, cover, scheduleNextPlan, makeOccurrences } from "./plan-series.ts"
import type { Occurrence } from "./rules/recurrence.ts"

const own = z.object({
  id,
  title: words.title.optional(),
  description: words.description.optional(),
  monitorIds: words.monitorIds.optional(),
  ...changedNotices,
})

type Rule = z.input<typeof recurrence>
type RuleChanges = { [K in keyof Rule]?: Rule[K] | undefined }
type Values = z.input<typeof own> & RuleChanges

/**
 * Updates a series and its future windows, except those that were changed or cancelled individually. Windows on days
 * that no longer belong to the series are cancelled.
 */
export async function updateSeries(ctx: Context, values: Values) {
  const { id, monitorIds, ...changes } = parse(own, values)
  const { projectId } = await findSeries(ctx, id, "maintenances:write")
  return transact(ctx, async (tx) => {
    const now = await lockSeries(tx, id)
    const before = await tx.db.maintenanceSeries.findUniqueOrThrow({ where: { id } })
    const rule = parse(recurrence, { ...writtenRule(before), ...ruleGiven(values) })
    const covered = await tx.db.maintenanceSeriesMonitor.findMany({ where: { seriesId: id } })
    if (monitorIds !== undefined) {
      const limit = await ctx.access.limit(projectId)
      await requireMonitors(tx, { projectId, limit }, monitorIds)
      await tx.db.maintenanceSeriesMonitor.deleteMany({ where: { seriesId: id } })
      await tx.db.maintenanceSeriesMonitor.createMany({
        data: monitorIds.map((monitorId) => ({ seriesId: id, monitorId })),
      })
    }
    const series = await tx.db.maintenanceSeries.update({
      where: { id },
      data: { ...given(changes), ...rule },
    })
    await settle(tx, series, ahead(series, now), now)
    const difference = diff(
      { ...before, monitorIds: covered.map(({ monitorId }) => monitorId) },
      given({ ...changes, ...rule, monitorIds }),
    )
    await recordAudit(tx, ctx.actor, "maintenance_series.updated", series, difference)
    return scheduleNextPlan(tx, series, now)
  })
}

/** Omitted fields keep their values, null clears. A new unit drops the days of the old one. */
function ruleGiven(values: RuleChanges): Partial<Rule> {
  const { timeZone, unit, every, weekdays, monthDay, monthWeek } = values
  const { startsOn, endsOn, startTime, durationMinutes } = values
  const days = { weekdays, monthDay, monthWeek }
  const fresh = { weekdays: [], monthDay: null, monthWeek: null }
  return {
    ...(unit !== undefined || Object.keys(given(days)).length > 0 ? fresh : {}),
    ...given({ timeZone, unit, every, ...days, startsOn, endsOn, startTime, durationMinutes }),
  }
}

const writeDay = (date: Date): string => date.toISOString().slice(0, 10)

const writtenRule = (series: MaintenanceSeries): Rule => ({
  timeZone: series.timeZone,
  unit: series.unit,
  every: series.every,
  weekdays: series.weekdays,
  monthDay: series.monthDay,
  monthWeek: series.monthWeek,
  startsOn: writeDay(series.startsOn),
  endsOn: series.endsOn === null ? null : writeDay(series.endsOn),
  startTime: writeTime(series.startMinute),
  durationMinutes: series.durationMinutes,
})

async function settle(tx: Transaction, series: MaintenanceSeries, wanted: Occurrence[], now: Date) {
  const { id: seriesId, title, description } = series
  const { notifyBeforeMinutes, notifyAtStart, notifyAtEnd } = series
  const waiting = await tx.db.maintenance.findMany({
    where: {
      seriesId,
      state: "scheduled",
      startsAt: { gt: now },
      isEdited: false,
      occursOn: { not: null },
    },
    select: { id: true, occursOn: true, startsAt: true },
    orderBy: { startsAt: "asc" },
  })
  const byDay = new Map(wanted.map((one) => [one.occursOn.getTime(), one]))
  const change = newId()
  for (const { id, occursOn, startsAt } of waiting) {
    const window = byDay.get(occursOn?.getTime() ?? Number.NaN)
    if (window === undefined) await callOff(tx, id)
    else {
      const words = { title, description, notifyBeforeMinutes, notifyAtStart, notifyAtEnd }
      await tx.db.maintenance.update({
        where: { id },
        data: {
          ...words,
          ...window,
          // If the time has not changed, subscribers are not reminded again.
          ...(startsAt.getTime() === window.startsAt.getTime() ? {} : { remindedAt: null }),
          monitors: { deleteMany: {} },
        },
      })
      await cover(tx, seriesId, [id])
      await announceMaintenance(tx, id, { event: "maintenance.scheduled", change })
    }
  }
  await makeOccurrences(tx, series, wanted)
}

/** Frees its day, so that the series can create a window there again. */
async function callOff(tx: Transaction, id: string): Promise<void> {
  await tx.db.maintenance.update({ where: { id }, data: { state: "cancelled", occursOn: null } })
  await announceMaintenance(tx, id, { event: "maintenance.ended", change: "1" })
}
