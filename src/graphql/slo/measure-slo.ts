import type { Slo } from "../../../prisma/generated/client.ts"
import type { Finding } from "../../findings/finding.ts"
import type { Services } from "../../platform/services.ts"
import { readWatermark } from "../../telemetry/query/condition/read-watermark.ts"
import { countGoodInWindows } from "../../telemetry/query/services/count-good.ts"
import { isTooExpensive, StoreUnavailable, type Store } from "../../telemetry/store/store.ts"
import { readMonitorSteps, readMonitorWindows, windowStart } from "./read-monitor-counts.ts"
import { speeds, pairs } from "./rules/burn-pairs.ts"
import { nothing, type Counts } from "./rules/budget.ts"
import { goodOf, readNewHours, readServiceSteps, type NewHours } from "./service-hours.ts"

export type MeasuredSlo = Slo & { monitors: { monitorId: string }[] }

/** What was counted, or why nothing was. */
export type Measured =
  | { until: Date; windows: Counts[]; whole: Counts; hours: NewHours | null }
  | { skipped: Finding }

/** Length of the windows of both pairs: short and long of the first, then of the second. */
const windowMinutes = speeds.flatMap((speed) => [
  pairs[speed].shortMinutes,
  pairs[speed].longMinutes,
])

/** Requests below which a long window of a service says nothing. */
export const leastRequests = 20

const skip = (
  code: StoreUnavailable["code"] | "no_telemetry_stored" | "too_many_spans",
): Measured => ({ skipped: { code, parameters: {} } })

type Needs = Pick<Services, "database"> & {
  /** Null if no telemetry is stored. */
  store: Store | null
}

/** Counts the windows of an SLO. Services are evaluated up to where telemetry has arrived. */
export async function measureSlo(needs: Needs, slo: MeasuredSlo, now: Date): Promise<Measured> {
  if (slo.indicator === "monitors") return measureMonitors(needs, slo, now)
  const { store } = needs
  if (store === null) return skip("no_telemetry_stored")
  try {
    return await measureService({ ...needs, store }, slo, now)
  } catch (error) {
    if (error instanceof StoreUnavailable) return skip(error.code)
    if (isTooExpensive(error)) return skip("too_many_spans")
    throw error
  }
}

async function measureMonitors(needs: Needs, slo: MeasuredSlo, now: Date): Promise<Measured> {
  const ids = slo.monitors.map(({ monitorId }) => monitorId)
  const from = windowStart(now, slo.windowDays)
  const [windows, [whole = nothing]] = await Promise.all([
    readMonitorWindows(needs, ids, windowMinutes, now),
    readMonitorSteps(needs, ids, { from, to: now, stepHours: slo.windowDays * 24 }),
  ])
  const share = (counts: Counts) => eachOf(counts, ids.length)
  return { until: now, windows: windows.map(share), whole: share(whole), hours: null }
}

/** The average of several monitors, so that the budget is time of one. */
export const eachOf = ({ good, bad, missing, excluded = 0 }: Counts, count: number): Counts =>
  count === 0
    ? nothing
    : {
        good: good / count,
        bad: bad / count,
        missing: missing / count,
        excluded: excluded / count,
      }

async function measureService(
  needs: Needs & { store: Store },
  slo: MeasuredSlo,
  now: Date,
): Promise<Measured> {
  const { store } = needs
  const { projectId } = slo
  const table = { table: "otel_traces", time: "Timestamp" }
  const until = await readWatermark(store, { projectId, now, ...table })
  const start = windowStart(until, slo.windowDays)
  const windows = await countGoodInWindows(
    store,
    { projectId, until, minutes: windowMinutes },
    goodOf(slo),
  )
  const hours = await readNewHours(store, slo, start, until)
  const stored = await readServiceSteps(needs, slo.id, { from: start, to: until, stepHours: 1 })
  const isNew = (at: Date) => hours.ranges.some(({ from, to }) => at >= from && at < to)
  const whole = [...stored.filter(({ at }) => !isNew(at)), ...hours.rows]
  const sum = (of: (one: { good: number; bad: number }) => number) =>
    whole.reduce((total, one) => total + of(one), 0)
  return {
    until,
    windows: windows.map((one) => ({ ...one, missing: 0 })),
    whole: { good: sum(({ good }) => good), bad: sum(({ bad }) => bad), missing: 0 },
    hours,
  }
}
