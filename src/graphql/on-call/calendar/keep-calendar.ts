import type { Services } from "../../../platform/services.ts"
import { sha256 } from "../../../platform/secret.ts"
import { transact } from "../../kernel/transaction.ts"
import { recheckRotations } from "../schedule/announce-on-call.ts"
import type { CalendarEvent } from "./rules/calendar-event.ts"

type Stores = Pick<Services, "database" | "bus">

export type DueCalendar = {
  id: string
  rotationId: string
  projectId: string
  timeZone: string
  sealedUrl: Uint8Array
  /** Null if its events must be parsed again even if unchanged. */
  etag: string | null
}

/**
 * Claims due calendars for 15 minutes each; after a crash the last good copy stays and the next run retries. Each
 * is parsed at least once a day, because the window of stored events moves.
 */
export async function claimCalendars(
  { database }: Pick<Stores, "database">,
  most: number,
): Promise<DueCalendar[]> {
  const { rows } = await database.pool.query<DueCalendar>(
    `update rotation_calendar c
        set recheck_at = now() + interval '15 minutes'
       from rotation r
      where r.id = c.rotation_id
        and c.id in (select id from rotation_calendar where recheck_at <= now()
                      order by recheck_at limit $1 for update skip locked)
     returning c.id, c.rotation_id as "rotationId", r.project_id as "projectId", r.time_zone as "timeZone",
               c.sealed_url as "sealedUrl",
               case when c.read_at > greatest(r.updated_at, now() - interval '1 day') then c.etag end as etag`,
    [most],
  )
  return rows
}

/** Stores a calendar's events; `events` is null if the calendar has not changed. */
export async function saveCalendar(
  services: Stores,
  { id, rotationId, projectId }: Pick<DueCalendar, "id" | "rotationId" | "projectId">,
  { events, etag }: { events: CalendarEvent[] | null; etag: string | null },
): Promise<void> {
  await transact(services, async (tx) => {
    // Another calendar may have been set meanwhile.
    const [held] = await tx.db.$queryRaw<{ contentHash: Uint8Array | null; hadFault: boolean }[]>`
      update rotation_calendar c
         set fetched_at = now(), etag = ${etag}, last_error = null,
             read_at = case when ${events === null} then c.read_at else now() end
        from (select id, content_hash, last_error from rotation_calendar
               where id = ${id}::uuid for update) before
       where c.id = before.id
      returning before.content_hash as "contentHash", before.last_error is not null as "hadFault"`
    if (held === undefined) return
    const contentHash = events === null ? null : sha256(JSON.stringify(events))
    const isSame =
      contentHash === null || Buffer.compare(contentHash, held.contentHash ?? Buffer.of()) === 0
    if (events !== null && !isSame) {
      await tx.db.rotationCalendarEvent.deleteMany({ where: { calendarId: id } })
      await tx.db.rotationCalendarEvent.createMany({
        data: events.map((event, at) => ({ ...event, calendarId: id, order: at + 1 })),
      })
      await tx.db.rotationCalendar.update({ where: { id }, data: { contentHash } })
      await recheckRotations(tx, [rotationId])
    }
    if (!isSame || held.hadFault) tx.publish("on_call.changed", { projectId })
  })
}

/** Stores why a calendar could not be read; its last good copy stays in effect. */
export async function saveCalendarError(
  services: Stores,
  { id, projectId }: Pick<DueCalendar, "id" | "projectId">,
  words: string,
): Promise<void> {
  // The message may quote the response, and PostgreSQL stores no NUL.
  const lastError = words.toWellFormed().replaceAll("\u0000", "")
  await transact(services, async (tx) => {
    const { count } = await tx.db.rotationCalendar.updateMany({
      where: { id, OR: [{ lastError: null }, { lastError: { not: lastError } }] },
      data: { lastError },
    })
    if (count > 0) tx.publish("on_call.changed", { projectId })
  })
}
