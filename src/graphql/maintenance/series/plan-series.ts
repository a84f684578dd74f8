import type { MaintenanceSeries } from "../../../../prisma/generated/client.ts"
import { newId } from "../../../platform/id.ts"
import type { Services } from "../../../platform/services.ts"
import { announceMaintenance } from "../window/announce-maintenance.ts"
import { finds, transact, type Statement, type Transaction } from "../../kernel/transaction.ts"
import { occurrencesOf, type Occurrence } from "./rules/recurrence.ts"

/** How far ahead windows are created, and the limit per series. */
const aheadDays = 90
const mostAhead = 31
const dayMs = 86_400_000

/** The current and next windows of a series. */
export const ahead = (series: MaintenanceSeries, now: Date): Occurrence[] =>
  occurrencesOf(series, now, new Date(now.getTime() + aheadDays * dayMs)).slice(0, mostAhead)

/** Creates the windows that a series does not have yet; each day gets one, even if it was cancelled later. */
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

/** Copies the monitors of a series to its windows. */
export async function cover({ db }: Transaction, seriesId: string, ids: string[]): Promise<void> {
  await db.$executeRaw`
    insert into maintenance_monitor (maintenance_id, monitor_id)
    select one.id, s.monitor_id
      from unnest(${ids}::uuid[]) one (id), maintenance_series_monitor s
      join monitor m on m.id = s.monitor_id and m.deleted_at is null
     where s.series_id = ${seriesId}::uuid
    on conflict do nothing`
}

/** Series planned per transaction. */
const batchSize = 20

const dueSeries: Statement = {
  name: "due-series",
  text: `
    select id, now() from maintenance_series where plan_at <= now()
     order by plan_at, id limit ${batchSize} for no key update skip locked`,
  values: [],
}

/**
 * Creates the windows that are due by PostgreSQL's clock. Windows that ended while the job was not running are skipped;
 * a window that should be running is created and begins.
 */
export async function planSeries(services: Pick<Services, "database" | "bus">): Promise<void> {
  let planned = (await finds(services, dueSeries)) ? batchSize : 0
  while (planned === batchSize) planned = await transact(services, planDue)
}

async function planDue(tx: Transaction): Promise<number> {
  const due = await tx.query<{ id: string; now: Date }>(dueSeries)
  for (const { id, now } of due) {
    const series = await tx.db.maintenanceSeries.findUniqueOrThrow({ where: { id } })
    await makeOccurrences(tx, series, ahead(series, now))
    await scheduleNextPlan(tx, series, now)
  }
  return due.length
}

/** Schedules the next planning run of a series; none after its last day. */
export async function scheduleNextPlan(tx: Transaction, series: MaintenanceSeries, now: Date) {
  const { id, endsOn } = series
  const isOver = endsOn !== null && endsOn.getTime() + 2 * dayMs < now.getTime()
  const planAt = isOver ? null : new Date(now.getTime() + dayMs)
  return tx.db.maintenanceSeries.update({ where: { id }, data: { planAt } })
}
