import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http"
import ipaddr from "ipaddr.js"
import type { Services } from "../platform/services.ts"
import { retryAfter } from "../http/rate-limited.ts"
import { createRateLimiter, type LocalRateLimiter } from "../platform/rate-limit/rate-limiter.ts"
import { readUntil } from "../platform/read-until.ts"
import { isPrivateAddress } from "../platform/private-address.ts"
import { answerEcho } from "./ping-echo.ts"
import { createPingQueue } from "./ping-queue.ts"
import { readPing, withBody } from "./ping-words.ts"

const prefix = "/ping/"
const methods = ["GET", "HEAD", "POST"]
/** 32 random bytes in base64url. */
const secretShape = /^[A-Za-z0-9_-]{43}$/

const pingsAMinute = 60
/** Slightly more than what is stored; queued pings keep it in memory. */
const keptBytes = 12_000
/** More is read and discarded up to this limit, so that a long log does not make the ping fail. */
const readBytes = 10_000_000
const readMs = 10_000

/** Handles a request; false if the path is not a ping URL. */
type Handle = (
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  peer: string,
) => Promise<boolean>

/** Ping URLs of jobs: /ping/<secret>, optionally followed by what `readPing` knows. */
export function createHeartbeat(
  services: Services,
  take = createPingQueue(services),
  notePing: (peer: string) => void = () => undefined,
): Handle {
  const limit = createRateLimiter(services.clock, { points: pingsAMinute, windowMs: 60_000 })
  return (request, response, path, peer) =>
    handleHeartbeat({ services, take, notePing, limit }, request, response, path, peer)
}

type Tools = {
  services: Services
  take: ReturnType<typeof createPingQueue>
  notePing(peer: string): void
  limit: LocalRateLimiter
}

async function handleHeartbeat(
  { services, take, notePing, limit }: Tools,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  peer: string,
): Promise<boolean> {
  if (!path.startsWith(prefix)) return false
  const method = request.method ?? ""
  const answer = (status: number, text: string, headers: OutgoingHttpHeaders = {}) =>
    reply(request, response, status, text, headers)
  if (!methods.includes(method)) {
    answer(405, "Use GET, HEAD or POST.", { allow: methods.join(", ") })
    return true
  }
  const echo = answerEcho(services.vault, path, peer)
  if (echo !== null) {
    answer(200, echo)
    return true
  }
  const [secret = "", word, ...more] = path.slice(prefix.length).split("/")
  const query = URL.parse(request.url ?? "", "http://localhost")?.searchParams
  const params = query ?? new URLSearchParams()
  const { report, fault } = readPing(more.length === 0 ? word : [word, ...more].join("/"), params)
  if (fault === "end" || !secretShape.test(secret)) {
    answer(404, fault === "end" ? unknownWord : unknownSecret)
    return true
  }
  if (report === null) {
    answer(400, unknownStatus)
    return true
  }
  const waitMs = limit.consume(secret)
  if (waitMs > 0) {
    const headers = { "retry-after": retryAfter(waitMs) }
    answer(429, `At most ${pingsAMinute} pings per minute. Try again later.`, headers)
    return true
  }
  const body = method === "POST" ? await readBody(request) : ""
  if (body === null) {
    // The client disconnected, so there is nobody to respond to.
    response.destroy()
    return true
  }
  try {
    const taken = await take({
      secret,
      ...withBody(report, body),
      sourceIp: peer,
      isPublic: isFromOutside(request, peer),
      userAgent: request.headers["user-agent"] ?? "",
      method,
    })
    if (taken === "recorded") {
      notePing(peer)
      answer(200, "OK")
    }
    if (taken === "unknown") answer(404, unknownSecret)
    if (taken === "refused") answer(503, "Too many pings are queued. Try again.", retryLater)
  } catch (error) {
    services.log.error({ err: error }, "could not record a ping")
    answer(503, "The ping could not be recorded. Try again.", retryLater)
  }
  return true
}

/** A proxy that is not trusted hides the sender's address; what it says is enough to expect one from outside. */
function isFromOutside({ headers }: IncomingMessage, peer: string): boolean {
  const forwarded = String(headers["x-forwarded-for"] ?? "").split(",")
  return [peer, ...forwarded.map((one) => one.trim())].some(
    (address) => ipaddr.isValid(address) && !isPrivateAddress(address),
  )
}

const retryLater = { "retry-after": "5" }
const unknownSecret = "There is no heartbeat with this URL. The monitor shows its ping URL."
const unknownWord = "The URL may end with /start, /fail, /log or an exit code from 0 to 255."
const unknownStatus =
  "status and state must be a word such as up, down, ok, error, run or complete."

/** The first part of the body as text; null if the client disconnected. Stops reading after ten seconds. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const signal = AbortSignal.timeout(readMs)
  const { bytes, how } = await readUntil(request, { signal, mostBytes: readBytes, keptBytes })
  const isGone = how === "failed" || (how === "closed" && !request.complete)
  return isGone ? null : bytes.subarray(0, keptBytes).toString("utf8")
}

function reply(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
  headers: OutgoingHttpHeaders,
): void {
  // Unread bytes would be taken for the next request, so the connection is closed.
  const isUnread = !request.complete && request.method === "POST"
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    ...(isUnread ? { connection: "close" } : {}),
    ...headers,
  })
  response.end(request.method === "HEAD" ? undefined : text)
  request.resume()
}
