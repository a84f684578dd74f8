import { BurnSpeed } from "../../../prisma/generated/enums.ts"
import { countGoodByHour } from "../../telemetry/query/services/count-good.ts"
import type { Context } from "../kernel/context.ts"
import { invalid } from "../kernel/errors.ts"
import { parse } from "../kernel/input.ts"
import { readTelemetry } from "../telemetry/telemetry-store.ts"
import { eachOf, leastRequests } from "./measure-slo.ts"
import { readMonitorSteps, stepStarts, windowStart } from "./read-monitor-counts.ts"
import { defaultFactor } from "./rules/burn-pairs.ts"
import { budgetPoints, type BudgetPoint } from "./rules/budget-points.ts"
import { add, nothing, type Counts } from "./rules/budget.ts"
import { pastBurns, type HourCounts, type PastBurn } from "./rules/past-burns.ts"
import { sloPreviewInput, type SloPreviewInput } from "./slo-input.ts"

const days = 30
const pointHours = 6

export type SloPreview = {
  from: Date
  to: Date
  whole: Counts
  targetPercent: number
  points: BudgetPoint[]
  burns: (PastBurn & { speed: BurnSpeed })[]
  fastDefault: number
  slowDefault: number
}

type Wanted = ReturnType<typeof read>
const read = (given: SloPreviewInput) => parse(sloPreviewInput, given)

/**
 * What an SLO would have been over the last 30 days, whatever its window, with the alerts by whole hours.
 *
 * @throws {DomainError} validation_failed; unavailable if the telemetry store does not answer.
 */
export async function previewSlo(ctx: Context, given: SloPreviewInput): Promise<SloPreview> {
  const wanted = read(given)
  const { targetPercent, windowDays, indicator } = wanted
  await ctx.access.require(wanted.projectId, "monitors:read")
  const to = ctx.clock.now()
  const range = { from: windowStart(to, days), to }
  const hours = await readHours(ctx, wanted, range)
  const least = indicator === "service" ? leastRequests : 1
  const burns = Object.values(BurnSpeed).flatMap((speed) => {
    const factor = factorOf(wanted, speed)
    if (factor === null) return []
    return pastBurns(hours, { speed, factor, targetPercent, least }).map((burn) => {
      return { speed, ...burn }
    })
  })
  return {
    ...range,
    targetPercent,
    whole: hours.reduce<Counts>(add, nothing),
    points: budgetPoints(inSteps(hours), targetPercent),
    burns: burns.toSorted((one, other) => one.from.getTime() - other.from.getTime()),
    fastDefault: defaultFactor("fast", windowDays, targetPercent),
    slowDefault: defaultFactor("slow", windowDays, targetPercent),
  }
}

function factorOf(wanted: Wanted, speed: BurnSpeed): number | null {
  const { [`${speed}Factor` as const]: factor, windowDays, targetPercent } = wanted
  return factor === undefined ? defaultFactor(speed, windowDays, targetPercent) : factor
}

type Range = { from: Date; to: Date }

async function readHours(ctx: Context, wanted: Wanted, range: Range): Promise<HourCounts[]> {
  const { projectId, indicator, monitorIds, service, latencyMs } = wanted
  const hours = { ...range, stepHours: 1 }
  if (indicator === "monitors") {
    await requireOwn(ctx, projectId, monitorIds)
    const steps = await readMonitorSteps(ctx, monitorIds, hours)
    return steps.map(({ at, ...counts }) => ({ at, ...eachOf(counts, monitorIds.length) }))
  }
  if (service === null) throw invalid("#/service", "is required for the indicator service")
  await ctx.access.require(projectId, "telemetry:read")
  const found = await readTelemetry(ctx, (store) =>
    countGoodByHour(store, { projectId, ...range }, { service, latencyMs }),
  )
  const byHour = new Map(found.map((hour) => [hour.at * 1000, hour]))
  return stepStarts(hours).map((at) => {
    const { good, bad } = byHour.get(at.getTime()) ?? nothing
    return { at, good, bad, missing: 0 }
  })
}

async function requireOwn({ database }: Context, projectId: string, ids: string[]): Promise<void> {
  const known = await database.prisma.monitor.count({
    where: { id: { in: ids }, projectId, deletedAt: null },
  })
  if (known < ids.length) throw invalid("#/monitorIds", "must be monitors of this project")
}

function inSteps(hours: readonly HourCounts[]): HourCounts[] {
  const count = Math.ceil(hours.length / pointHours)
  return Array.from({ length: count }, (_step, at) => {
    const part = hours.slice(at * pointHours, (at + 1) * pointHours)
    const first = part[0] ?? { at: new Date(0) }
    return { at: first.at, ...part.reduce<Counts>(add, nothing) }
  })
}
