import type { Env } from "../../platform/env.ts"
import { createGuard } from "../../platform/guard.ts"
import { guardedRequest, unsealed } from "../../platform/guarded-request.ts"
import { locate } from "../../platform/locate-host.ts"
import type { ProxySettings } from "../../platform/proxy/proxy-settings.ts"
import { readWhole } from "../../platform/read-whole.ts"
import { CalendarFault } from "./calendar-fault.ts"

/** `text` is null if the calendar has not changed since the ETag. */
type Fetched = { text: string | null; etag: string | null }

const mostBytes = 2 * 1024 * 1024
const mostRedirects = 3
const totalMs = 15_000

type Needs = { env: Pick<Env, "REACHABLE_RANGES" | "RESOLVERS"> & ProxySettings; ca?: string[] }

/**
 * Fetches a calendar; the guard checks every redirect. Limits: 15 s and 2 MiB in total.
 *
 * @throws {CalendarFault} with a message for its owner.
 */
export async function fetchCalendar(
  { env, ca }: Needs,
  url: string,
  etag: string | null,
): Promise<Fetched> {
  const guard = createGuard(env.REACHABLE_RANGES)
  const signal = AbortSignal.timeout(totalMs)
  let at = new URL(url)
  for (let hops = 0; hops <= mostRedirects; hops += 1) {
    const located = await locate(at.hostname, { guard, servers: env.RESOLVERS, signal })
    if (located.fault !== null) throw new CalendarFault(located.fault.finding)
    const headers = {
      accept: "text/calendar",
      "user-agent": "Watchkeeper",
      ...(etag === null ? {} : { "if-none-match": etag }),
    }
    const { addresses } = located
    const asked = { method: "GET", headers, addresses, guard, settings: env, signal, ca } as const
    const request = guardedRequest(at, asked)
    if (request === null) throw new CalendarFault(unsealed)
    const {
      status,
      headers: answered,
      text,
    } = await readWhole(request, {
      what: "calendar",
      mostBytes,
      totalMs,
      signal,
      fault: (finding) => new CalendarFault(finding),
    })
    if (status === 304 && etag !== null) return { text: null, etag }
    if (status >= 200 && status < 300 && text.includes("\u0000")) {
      throw new CalendarFault({ code: "calendar_binary", parameters: {} })
    }
    if (status >= 200 && status < 300) return { text, etag: tagOf(answered.etag) }
    const { location } = answered
    if (status < 300 || status >= 400 || location === undefined || !URL.canParse(location, at)) {
      throw new CalendarFault({ code: "calendar_status", parameters: { status } })
    }
    at = new URL(location, at)
    if (at.protocol !== "https:" && at.protocol !== "http:") {
      const { protocol } = at
      throw new CalendarFault({ code: "calendar_scheme", parameters: { protocol } })
    }
  }
  throw new CalendarFault({ code: "calendar_redirects", parameters: { most: mostRedirects } })
}

/** An oversized ETag is not stored. */
const tagOf = (etag: string | undefined): string | null =>
  etag === undefined || etag.length > 500 ? null : etag
