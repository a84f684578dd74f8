import type { ClientRequest, IncomingMessage } from "node:http"
import type { Env } from "../../env.ts"
import { createGuard } from "../../guard.ts"
import { guardedRequest, unsealed } from "../guarded-request.ts"
import { locate } from "../webhook/locate.ts"
import { CalendarFault } from "./read-events.ts"

/** Null for `text` where nothing changed since the tag. */
type Fetched = { text: string | null; etag: string | null }

const mostBytes = 2 * 1024 * 1024
const mostRedirects = 3
const totalMs = 15_000

type Needs = { env: Pick<Env, "REACHABLE_RANGES" | "RESOLVERS">; ca?: string[] }

/**
 * Fetches a calendar through the guard, each redirect anew. All together takes 15 s and 2 MiB at most.
 *
 * @throws {CalendarFault} in words for whoever set it up.
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
    if (located.fault !== null) throw new CalendarFault(located.fault.error)
    const headers = {
      accept: "text/calendar",
      "user-agent": "Watchkeeper",
      ...(etag === null ? {} : { "if-none-match": etag }),
    }
    const { addresses } = located
    const request = guardedRequest(at, { method: "GET", headers, addresses, guard, ca })
    if (request === null) throw new CalendarFault(unsealed)
    const { status, headers: answered, text } = await readAll(request, signal)
    if (status === 304 && etag !== null) return { text: null, etag }
    if (status >= 200 && status < 300) return { text, etag: tagOf(answered.etag) }
    const { location } = answered
    if (status < 300 || status >= 400 || location === undefined || !URL.canParse(location, at)) {
      throw new CalendarFault(`The calendar's host answered ${status}.`)
    }
    at = new URL(location, at)
    if (at.protocol !== "https:" && at.protocol !== "http:") {
      throw new CalendarFault(
        `The calendar's host leads to ${at.protocol}//, which is not followed.`,
      )
    }
  }
  throw new CalendarFault(`The calendar's host leads on more than ${mostRedirects} times.`)
}

/** A tag that is longer than any host's is not worth keeping. */
const tagOf = (etag: string | undefined): string | null =>
  etag === undefined || etag.length > 500 ? null : etag

type Answer = { status: number; headers: IncomingMessage["headers"]; text: string }

async function readAll(request: ClientRequest, signal: AbortSignal): Promise<Answer> {
  const ended = Promise.withResolvers<Answer>()
  const fail = (words: string) => ended.reject(new CalendarFault(words))
  const end = () => fail(`The calendar's host did not answer within ${totalMs / 1000} s.`)
  signal.addEventListener("abort", end, { once: true })
  request.on("error", ({ message }) => fail(`The calendar's host was not reached: ${message}.`))
  request.on("response", (response) => {
    const chunks: Buffer[] = []
    let size = 0
    response.on("data", (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size > mostBytes) fail("The calendar is larger than 2 MiB.")
    })
    response.on("end", () => {
      const { statusCode: status = 0, headers } = response
      ended.resolve({ status, headers, text: Buffer.concat(chunks).toString("utf8") })
    })
    response.on("error", () => fail("The calendar's host broke off in the middle."))
    response.on("close", () => fail("The calendar's host broke off in the middle."))
  })
  request.end()
  try {
    if (signal.aborted) end()
    return await ended.promise
  } finally {
    signal.removeEventListener("abort", end)
    request.destroy()
  }
}
