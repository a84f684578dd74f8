import { z } from "zod"
import type { Transaction } from "../../kernel/transaction.ts"
import {
  matchMember,
  type CalendarEvent,
  type CalendarPerson,
} from "../schedule/rules/calendar-event.ts"
import { calendarWarning, collectWarnings, type CalendarWarning } from "./rules/calendar-warning.ts"

/** How far ahead events that name nobody are reported. */
const days = 30

/** Stored warnings; those of a newer version that this one does not know are left out. */
export const readWarnings = (stored: unknown): CalendarWarning[] =>
  z
    .array(z.unknown())
    .parse(stored)
    .flatMap((one) => calendarWarning.safeParse(one).data ?? [])

/** Stored events of the next 30 days that name no member of the project. */
export async function readUnnamed(
  { db }: Transaction,
  { id, projectId }: { id: string; projectId: string },
): Promise<CalendarWarning[]> {
  const [events, people] = await Promise.all([
    db.$queryRaw<CalendarEvent[]>`
      select starts_at as "startsAt", ends_at as "endsAt", summary, emails from rotation_calendar_event
       where calendar_id = ${id}::uuid and ends_at > now() and starts_at < now() + ${days}::int * interval '1 day'
       order by "order"`,
    db.$queryRaw<CalendarPerson[]>`
      select u.id as "userId", u.name, u.email from member m join "user" u on u.id = m.user_id
       where m.project_id = ${projectId}::uuid`,
  ])
  const { warnings, warn } = collectWarnings()
  for (const event of events) {
    if (matchMember(event, people) === null) warn("names_nobody", event.summary)
  }
  return warnings()
}
