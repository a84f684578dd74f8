import type { MaintenanceSeries } from "../../../prisma/generated/client.ts"
import { newId } from "../../id.ts"
import type { Services } from "../../services.ts"
import { announceMaintenance } from "../maintenance/announce.ts"
import type { Transaction } from "../transaction.ts"
import { transact } from "../transaction.ts"
import type { Occurrence } from "./recurrence.ts"
import { occurrencesOf } from "./recurrence.ts"

/** How far ahead windows are made, and how many of a series at most: what comes later is no news yet. */
const aheadDays = 90
const mostAhead = 31
const dayMs = 86_400_000

/** The next windows of a series, those that run now among them. */
export const ahead = (series: MaintenanceSeries, now: Date): Occurrence[] =>
  occurrencesOf(series, now, new Date(now.getTime() + aheadDays * dayMs)).slice(0, mostAhead)

/** Makes those of the windows that their series does not have yet: a day makes one, whatever became of it. */
export async function makeOccurrences(
  tx: Transaction,
  series: MaintenanceSeries,
  wanted: readonly Occurrence[],
): Promise<void> {
  const { id: seriesId, projectId, title, description } = series
  const { notifyBeforeMinutes, notifyAtStart, notifyAtEnd } = series
  const made = await tx.db.maintenance.createManyAndReturn({
    data: wanted.map((one) => ({
      id: newId(),
      projectId,
      seriesId,
      title,
      description,
      notifyBeforeMinutes,
      notifyAtStart,
      notifyAtEnd,
      ...one,
    })),
    skipDuplicates: true,
    select: { id: true },
  })
  await cover(
    tx,
    seriesId,
    made.map(({ id }) => id),
  )
  for (const { id } of made) {
    await announceMaintenance(tx, id, { event: "maintenance.scheduled", change: "1" })
  }
}

/** Gives windows the monitors that their series has now. */
export async function cover({ db }: Transaction, seriesId: string, ids: string[]): Promise<void> {
  await db.$executeRaw`
    insert into maintenance_monitor (maintenance_id, monitor_id)
    select one.id, s.monitor_id
      from unnest(${ids}::uuid[]) one (id), maintenance_series_monitor s
      join monitor m on m.id = s.monitor_id and m.deleted_at is null
     where s.series_id = ${seriesId}::uuid
    on conflict do nothing`
}

/** Series a transaction looks at. */
const portion = 20

/**
 * Makes the windows that have come within reach by PostgreSQL's clock. What a pause of ours has missed
 * altogether is not made up for; a window that should run now is made, and begins.
 */
export async function planSeries(services: Pick<Services, "database" | "bus">): Promise<void> {
  let looked = portion
  while (looked === portion) looked = await transact(services, planDue)
}

async function planDue(tx: Transaction): Promise<number> {
  const due = await tx.db.$queryRaw<{ id: string; now: Date }[]>`
    select id, now() from maintenance_series where plan_at <= now()
     order by plan_at, id limit ${portion} for no key update skip locked`
  for (const { id, now } of due) {
    const series = await tx.db.maintenanceSeries.findUniqueOrThrow({ where: { id } })
    await makeOccurrences(tx, series, ahead(series, now))
    await lookAgain(tx, series, now)
  }
  return due.length
}

/** When a series is looked at next; never again once its last day is well over. */
export async function lookAgain(tx: Transaction, series: MaintenanceSeries, now: Date) {
  const { id, endsOn } = series
  const isOver = endsOn !== null && endsOn.getTime() + 2 * dayMs < now.getTime()
  const planAt = isOver ? null : new Date(now.getTime() + dayMs)
  return tx.db.maintenanceSeries.update({ where: { id }, data: { planAt } })
}
