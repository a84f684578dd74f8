import type { Finding } from "../../findings/finding.ts"
import {
  claimCalendars,
  saveCalendar,
  saveCalendarError,
  type DueCalendar,
} from "../../graphql/on-call/calendar/keep-calendar.ts"
import type { Services } from "../../platform/services.ts"
import { startLoop, type Loop } from "../../platform/loop.ts"
import { SealError } from "../../platform/secret.ts"
import { noteUnreadable } from "../../graphql/workspace/secret-key/find-unreadable.ts"
import { fetchCalendar } from "./fetch-calendar.ts"
import { readApart } from "./read-in-worker.ts"
import { CalendarFault } from "./calendar-fault.ts"

const pollMs = 5000
const atOnce = 4
const dayMs = 86_400_000
/** Days of shifts to store before today. */
const daysBack = 35
const daysAhead = 400

/** Fetches the calendars that define on-call shifts, each every 15 minutes. */
export const startCalendars = (services: Services): Loop =>
  startLoop(services.log, "calendars", pollMs, async (isStopping) => {
    while (!isStopping() && (await refreshCalendars(services)) === atOnce);
  })

/** Refreshes the calendars that are due, several concurrently; returns their number. */
export async function refreshCalendars(services: Services): Promise<number> {
  const due = await claimCalendars(services, atOnce)
  await Promise.all(due.map((calendar) => refresh(services, calendar)))
  return due.length
}

async function refresh(services: Services, calendar: DueCalendar): Promise<void> {
  const { timeZone, sealedUrl } = calendar
  const now = services.clock.now().getTime()
  try {
    const url = services.vault.open(sealedUrl)
    const { text, etag } = await fetchCalendar(services, url, calendar.etag)
    const from = new Date(now - daysBack * dayMs)
    const until = new Date(now + daysAhead * dayMs)
    const read = text === null ? null : await readApart({ text, timeZone, from, until })
    await saveCalendar(services, calendar, { read, etag })
  } catch (error) {
    const isTheirs = error instanceof CalendarFault
    if (!isTheirs)
      services.log.error({ err: error, calendar: calendar.id }, "could not refresh a calendar")
    if (error instanceof SealError) await noteUnreadable(services)
    await saveCalendarError(services, calendar, isTheirs ? error.finding : faultOf(error))
  }
}

const faultOf = (error: unknown): Finding => ({
  code: error instanceof SealError ? "calendar_url_unreadable" : "calendar_not_stored",
  parameters: {},
})
