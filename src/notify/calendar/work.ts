import type { DueCalendar } from "../../graphql/on-call/keep-calendar.ts"
import {
  claimCalendars,
  keepCalendar,
  keepCalendarFault,
} from "../../graphql/on-call/keep-calendar.ts"
import type { Services } from "../../services.ts"
import type { Loop } from "../loop.ts"
import { startLoop } from "../loop.ts"
import { fetchCalendar } from "./fetch.ts"
import { readApart } from "./read-apart.ts"
import { CalendarFault } from "./read-events.ts"

const pollMs = 5000
const atOnce = 4
const dayMs = 86_400_000
/** What is kept of a calendar: enough for any list of shifts around now. */
const daysBack = 35
const daysAhead = 400

/** Fetches the calendars that say who is on call, each every quarter of an hour. */
export const startCalendars = (services: Services): Loop =>
  startLoop(services.log, "calendars", pollMs, async (isStopping) => {
    while (!isStopping() && (await refreshCalendars(services)) === atOnce);
  })

/** Refreshes those that are due, some at once; answers how many there were. */
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
    const events = text === null ? null : await readApart({ text, timeZone, from, until })
    await keepCalendar(services, calendar, { events, etag })
  } catch (error) {
    if (!(error instanceof CalendarFault)) throw error
    await keepCalendarFault(services, calendar, error.message)
  }
}
