import { writeFindings, type Finding } from "../../../findings/finding.ts"
import type { Services } from "../../../platform/services.ts"
import { sha256 } from "../../../platform/secret.ts"
import { transact } from "../../kernel/transaction.ts"
import { recheckRotations } from "../schedule/announce-on-call.ts"
import { notifyOwners } from "./notify-owners.ts"
import { readUnnamed, readWarnings } from "./read-unnamed.ts"
import type { CalendarEvent } from "../schedule/rules/calendar-event.ts"
import type { CalendarWarning } from "./rules/calendar-warning.ts"

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

type Read = { events: CalendarEvent[]; warnings: CalendarWarning[] }

/**
 * Stores a calendar's events, and what does not count of them; `read` is null if the calendar has not changed.
 * Owners get a notice when it starts to lose shifts.
 */
export async function saveCalendar(
  services: Stores & Pick<Services, "env">,
  { id, rotationId, projectId }: Pick<DueCalendar, "id" | "rotationId" | "projectId">,
  { read, etag }: { read: Read | null; etag: string | null },
): Promise<void> {
  await transact(services, async (tx) => {
    // Another calendar may have been set meanwhile.
    const [held] = await tx.db.$queryRaw<Held[]>`
      update rotation_calendar c
         set fetched_at = now(), etag = ${etag}, last_error = null, last_findings = null,
             read_at = case when ${read === null} then c.read_at else now() end
        from (select id, content_hash, coalesce(last_findings::text, last_error) as fault, warnings, losing_since from rotation_calendar
               where id = ${id}::uuid for update) before
       where c.id = before.id
      returning before.content_hash as "contentHash", before.fault is not null as "hadFault",
                before.warnings, before.losing_since as "losingSince"`
    if (held === undefined) return
    const contentHash = read === null ? null : sha256(JSON.stringify(read.events))
    const isSame =
      contentHash === null || Buffer.compare(contentHash, held.contentHash ?? Buffer.of()) === 0
    if (read !== null && !isSame) {
      await tx.db.rotationCalendarEvent.deleteMany({ where: { calendarId: id } })
      await tx.db.rotationCalendarEvent.createMany({
        data: read.events.map((event, at) => ({ ...event, calendarId: id, order: at + 1 })),
      })
      await tx.db.rotationCalendar.update({ where: { id }, data: { contentHash } })
      await recheckRotations(tx, [rotationId])
    }
    const before = readWarnings(held.warnings)
    const warnings = [
      ...(read?.warnings ?? before.filter(({ kind }) => kind !== "names_nobody")),
      ...(await readUnnamed(tx, { id, projectId })),
    ]
    const isOther = JSON.stringify(warnings) !== JSON.stringify(before)
    if (isOther) {
      const losingSince = warnings.length === 0 ? null : (held.losingSince ?? new Date())
      await tx.db.rotationCalendar.update({ where: { id }, data: { warnings, losingSince } })
      if (held.losingSince === null && warnings.length > 0) {
        await notifyOwners(tx, { id, rotationId, projectId, warnings }, services.env.BASE_URL)
      }
    }
    if (!isSame || isOther || held.hadFault) tx.publish("on_call.changed", { projectId })
  })
}

type Held = {
  contentHash: Uint8Array | null
  hadFault: boolean
  warnings: unknown
  losingSince: Date | null
}

/** Stores why a calendar could not be read; its last good copy stays in effect. */
export async function saveCalendarError(
  services: Stores,
  { id, projectId }: Pick<DueCalendar, "id" | "projectId">,
  finding: Finding,
): Promise<void> {
  const findings = writeFindings([finding])
  await transact(services, async (tx) => {
    const count = await tx.db.$executeRaw`
      update rotation_calendar set last_findings = ${findings}::jsonb, last_error = null
       where id = ${id}::uuid and last_findings is distinct from ${findings}::jsonb`
    if (count > 0) tx.publish("on_call.changed", { projectId })
  })
}
