import type { Context } from "../kernel/context.ts"
import { eachOf, type MeasuredSlo } from "./measure-slo.ts"
import { readMonitorSteps, windowStart } from "./read-monitor-counts.ts"
import { budgetPoints, stepHours, type BudgetPoint } from "./rules/budget-points.ts"
import { showsFigures } from "./shown-figures.ts"
import { readServiceSteps } from "./service-hours.ts"

export type SloSeries = { from: Date; to: Date; stepHours: number; points: BudgetPoint[] }

/** The course of the budget over the window of an SLO, in about 120 steps; empty for who may not read its figures. */
export async function readSloSeries(
  needs: Pick<Context, "database" | "clock" | "access">,
  slo: MeasuredSlo,
): Promise<SloSeries> {
  const to = needs.clock.now()
  const from = windowStart(to, slo.windowDays)
  const range = { from, to, stepHours: stepHours(slo.windowDays) }
  if (!(await showsFigures(needs, slo))) return { ...range, points: [] }
  const ids = slo.monitors.map(({ monitorId }) => monitorId)
  const steps =
    slo.indicator === "monitors"
      ? (await readMonitorSteps(needs, ids, range)).map(({ at, ...counts }) => ({
          at,
          ...eachOf(counts, ids.length),
        }))
      : await readServiceSteps(needs, slo.id, range)
  return { ...range, points: budgetPoints(steps, slo.targetPercent) }
}
