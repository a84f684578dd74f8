import type { Services } from "../../platform/services.ts"
import { eachOf } from "./measure-slo.ts"
import type { MeasuredSlo } from "./measure-slo.ts"
import { readMonitorSteps, windowStart } from "./read-monitor-counts.ts"
import type { BudgetPoint } from "./rules/budget-points.ts"
import { budgetPoints, stepHours } from "./rules/budget-points.ts"
import { readServiceSteps } from "./service-hours.ts"

export type SloSeries = { from: Date; to: Date; stepHours: number; points: BudgetPoint[] }

/** The course of the budget over the window of an SLO, in about 120 steps. */
export async function readSloSeries(
  needs: Pick<Services, "database" | "clock">,
  slo: MeasuredSlo,
): Promise<SloSeries> {
  const to = needs.clock.now()
  const from = windowStart(to, slo.windowDays)
  const range = { from, to, stepHours: stepHours(slo.windowDays) }
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
