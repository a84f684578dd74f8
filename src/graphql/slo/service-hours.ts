import type { Slo } from "../../../prisma/generated/client.ts"
import type { Services } from "../../platform/services.ts"
import { countGoodByHour, type GoodRequests } from "../../telemetry/query/services/count-good.ts"
import type { Store } from "../../telemetry/store/store.ts"
import type { Transaction } from "../kernel/transaction.ts"
import { stepStarts } from "./read-monitor-counts.ts"
import { nothing } from "./rules/budget.ts"
import type { Step } from "./rules/budget-points.ts"

const hourMs = 3_600_000
/** Of the past, how much is read at once. */
const backfillHours = 24

type HourRow = { at: Date; good: number; bad: number }
type Range = { from: Date; to: Date }
/** Hours that were read again, and which ones are stored then. */
export type NewHours = {
  ranges: Range[]
  rows: HourRow[]
  hoursFrom: Date
  hoursUntil: Date
  /** False while older hours of the window are still to be read. */
  isComplete: boolean
}

export const goodOf = ({
  service,
  latencyMs,
}: Pick<Slo, "service" | "latencyMs">): GoodRequests => ({ service: service ?? "", latencyMs })

const later = (one: Date, other: Date) => (one > other ? one : other)
const hoursBefore = (at: Date, hours: number) => new Date(at.getTime() - hours * hourMs)
const floorHour = (at: Date) => new Date(Math.floor(at.getTime() / hourMs) * hourMs)

type Stored = Pick<Slo, "projectId" | "service" | "latencyMs" | "hoursFrom" | "hoursUntil">

/**
 * Reads the hours that may have changed, which are the last one and those since the last time, and a day of the past
 * until the window is complete.
 */
export async function readNewHours(
  store: Store,
  slo: Stored,
  start: Date,
  until: Date,
): Promise<NewHours> {
  const { projectId, hoursFrom, hoursUntil } = slo
  const oldest = hoursFrom ?? floorHour(until)
  const recentFrom = hoursUntil === null ? oldest : hoursBefore(floorHour(hoursUntil), 1)
  const recent = { from: later(start, later(oldest, recentFrom)), to: until }
  const past = { from: later(start, hoursBefore(oldest, backfillHours)), to: oldest }
  const isBehind = oldest > start
  const ranges = isBehind ? [past, recent] : [recent]
  const found = await Promise.all(
    ranges.map((range) => countGoodByHour(store, { projectId, ...range }, goodOf(slo))),
  )
  return {
    ranges,
    rows: found.flat().map(({ at, good, bad }) => ({ at: new Date(at * 1000), good, bad })),
    hoursFrom: isBehind ? past.from : oldest,
    hoursUntil: until,
    isComplete: !isBehind || past.from <= start,
  }
}

/** Replaces the hours that were read again, and forgets those before the window. */
export async function storeHours(
  tx: Transaction,
  sloId: string,
  { ranges, rows }: NewHours,
  keptFrom: Date,
): Promise<void> {
  const replaced = ranges.map(({ from, to }) => ({ at: { gte: from, lt: to } }))
  await tx.db.sloHour.deleteMany({ where: { sloId, OR: [...replaced, { at: { lt: keptFrom } }] } })
  await tx.db.sloHour.createMany({ data: rows.map((row) => ({ sloId, ...row })) })
}

/** Stored requests in steps of whole hours, oldest first. */
export async function readServiceSteps(
  { database: { pool } }: Pick<Services, "database">,
  sloId: string,
  range: { from: Date; to: Date; stepHours: number },
): Promise<Step[]> {
  const { rows } = await pool.query<{ place: number; good: number; bad: number }>({
    name: "slo-service-steps",
    text: `select floor(extract(epoch from at - $2::timestamptz) / 3600 / $4::int)::int as place,
                  sum(good)::float8 as good, sum(bad)::float8 as bad
             from slo_hour where slo_id = $1::uuid and at >= $2::timestamptz and at < $3::timestamptz
            group by place`,
    values: [sloId, range.from.toISOString(), range.to.toISOString(), range.stepHours],
  })
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return stepStarts(range).map((at, place) => {
    const { good, bad } = byPlace.get(place) ?? nothing
    return { at, good, bad, missing: 0 }
  })
}
