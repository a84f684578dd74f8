import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http"
import { readFeed, type Feed, type FeedShift } from "../graphql/on-call/calendar/read-feed.ts"
import type { Services } from "../platform/services.ts"
import { writeCalendar, type CalendarEvent } from "./on-call-calendar.ts"
import { retryAfter } from "../http/rate-limited.ts"
import { createRateLimiter } from "../platform/rate-limit/rate-limiter.ts"

/** 32 random bytes in base64url. */
const address = /^\/on-call\/([A-Za-z0-9_-]{43})\.ics$/

const readsAMinute = 30

/**
 * The calendar of a secret link: /on-call/<token>.ics.
 * @returns a function that handles a request; false if the path is not such a URL.
 */
export function createIcs(services: Services) {
  const limit = createRateLimiter(services.clock, { points: readsAMinute, windowMs: 60_000 })
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): Promise<boolean> => {
    const token = address.exec(path)?.[1]
    if (token === undefined) return false
    const answer = (status: number, text: string, headers: OutgoingHttpHeaders) => {
      response.writeHead(status, {
        "content-type": "text/plain; charset=utf-8",
        "content-length": Buffer.byteLength(text),
        "cache-control": "private, no-store",
        ...headers,
      })
      response.end(request.method === "HEAD" ? undefined : text)
    }
    const waitMs = limit.consume(token)
    if (waitMs > 0) {
      const headers = { "retry-after": retryAfter(waitMs) }
      answer(429, `At most ${readsAMinute} requests per minute. Try again later.`, headers)
      return true
    }
    const feed = await readFeed(services, token)
    if (feed === null) {
      answer(404, "There is no calendar at this URL. Create a new link in the project.", {})
      return true
    }
    answer(200, writeCalendar(calendarOf(feed, services.clock.now())), {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": 'inline; filename="on-call.ics"',
    })
    return true
  }
}

const calendarOf = ({ name, shifts }: Feed, stampedAt: Date) => ({
  name,
  stampedAt,
  events: shifts.map(eventOf),
})

const eventOf = (shift: FeedShift): CalendarEvent => ({
  uid: `${shift.rotationId}-${shift.from.getTime() / 60_000}-${shift.userId}@watchkeeper`,
  startsAt: shift.from,
  endsAt: shift.until,
  summary: `${shift.personName} on call: ${shift.rotationName}`,
  description:
    shift.source.kind === "override"
      ? `${shift.personName} by override.`
      : shift.source.kind === "calendar"
        ? `${shift.personName} is named by the calendar of the rotation.`
        : `Shift of ${shift.personName}.`,
})
