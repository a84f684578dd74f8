import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http"
import { DomainError } from "../graphql/errors.ts"
import type { Ping } from "../graphql/monitor/ping.ts"
import { recordPing } from "../graphql/monitor/ping.ts"
import type { Services } from "../services.ts"
import { createPace } from "./pace.ts"

const prefix = "/ping/"
const methods = ["GET", "HEAD", "POST"]
/** 32 random bytes in base64url. */
const secretShape = /^[A-Za-z0-9_-]{43}$/

const pingsAMinute = 60
const keptBytes = 100_000
/** What is read and thrown away beyond that, so that a long log is no reason to call the job failed. */
const readBytes = 10_000_000
const readMs = 10_000

const pace = createPace(pingsAMinute, 60_000, 10_000)

/**
 * What a job calls: /ping/<secret>, and below it /start, /fail, /log or an exit code.
 *
 * @returns false where the path is none of these pages'.
 */
export async function handleHeartbeat(
  services: Services,
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
    answer(405, "Call this address with GET, HEAD or POST.", { allow: methods.join(", ") })
    return true
  }
  const [secret = "", word, ...more] = path.slice(prefix.length).split("/")
  const said = more.length === 0 ? readWord(word) : null
  if (!secretShape.test(secret) || said === null) {
    answer(404, said === null ? unknownWord : unknownSecret)
    return true
  }
  const waitMs = pace(secret, services.clock.monotonicMs())
  if (waitMs > 0) {
    const headers = { "retry-after": String(Math.ceil(waitMs / 1000)) }
    answer(429, `At most ${pingsAMinute} calls a minute; call again later.`, headers)
    return true
  }
  const body = method === "POST" ? await readBody(request) : ""
  if (body === null) {
    // The caller went away in mid-sentence, and so did whoever could be answered.
    response.destroy()
    return true
  }
  try {
    await recordPing(services, secret, {
      ...said,
      body,
      sourceIp: peer,
      userAgent: request.headers["user-agent"] ?? "",
      method,
    })
    answer(200, "OK")
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") {
      answer(404, unknownSecret)
    } else {
      services.log.error({ error }, "a heartbeat could not be recorded")
      answer(503, "The heartbeat could not be recorded; call again.", { "retry-after": "5" })
    }
  }
  return true
}

const unknownSecret = "There is no heartbeat at this address; the monitor shows its address."
const unknownWord =
  "End the address with nothing, /start, /fail, /log or an exit code from 0 to 255."

/** What the end of the path says; null where it says nothing that we know. */
function readWord(word: string | undefined): Pick<Ping, "kind" | "exitCode"> | null {
  if (word === undefined) return { kind: "success", exitCode: null }
  if (word === "start" || word === "fail" || word === "log") return { kind: word, exitCode: null }
  const exitCode = /^(0|[1-9]\d{0,2})$/.test(word) ? Number(word) : 256
  return exitCode > 255 ? null : { kind: exitCode === 0 ? "success" : "fail", exitCode }
}

/** The beginning of the body as text; null where the caller broke off. Stops reading after ten seconds. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const kept: Buffer[] = []
  let keptSize = 0
  let size = 0
  const late = AbortSignal.timeout(readMs)
  const finished = Promise.withResolvers<boolean>()
  request.on("data", (chunk: Buffer) => {
    size += chunk.length
    if (keptSize < keptBytes) {
      kept.push(chunk.subarray(0, keptBytes - keptSize))
      keptSize += chunk.length
    }
    if (size > readBytes) finished.resolve(true)
  })
  request.once("end", () => finished.resolve(true))
  request.once("error", () => finished.resolve(false))
  request.once("close", () => finished.resolve(request.complete))
  late.addEventListener("abort", () => finished.resolve(true), { once: true })
  const isWhole = await finished.promise
  request.pause()
  return isWhole ? Buffer.concat(kept).toString("utf8") : null
}

function reply(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
  headers: OutgoingHttpHeaders,
): void {
  // What was not read cannot be told from the next request, so the connection ends here.
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
