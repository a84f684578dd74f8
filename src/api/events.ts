import type { ServerResponse } from "node:http"
import type { ResultStream } from "../graphql/stream.ts"

/** How long a reader may leave its buffer full before the connection is cut. */
const usualStallMs = 30_000

export const eventHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  // nginx would otherwise hold events back.
  "x-accel-buffering": "no",
} as const

/** Says nothing, so that a silent stream stays open and its reader knows that we are there. */
export const comment = Buffer.from(":\n\n")
const crlf = Buffer.from("\r\n")
export const complete = Buffer.from("event: complete\ndata:\n\n")

const written = new WeakMap<object, Buffer>()

/** A result as an event: made once of a result that goes to many. */
export function eventOf(result: object): Buffer {
  const known =
    written.get(result) ?? Buffer.from(`event: next\ndata: ${JSON.stringify(result)}\n\n`)
  written.set(result, known)
  return known
}

/**
 * Writes the same bytes to many: framed as a chunk once (RFC 9112, section 7.1), past each response, which would
 * frame them anew. Only for responses that have begun, and in which nothing waits.
 */
export function writerOf(bytes: Buffer): (res: ServerResponse) => void {
  const chunk = Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, crlf])
  return (res) => {
    if (res.chunkedEncoding && res.socket !== null) res.socket.write(chunk)
    // A client of HTTP/1.0 reads to the end of its connection.
    else res.write(bytes)
  }
}

/**
 * Writes server-sent events in the manner of graphql-sse's distinct connections: `next` for each result,
 * `complete` at the end, comments in between. Nothing more is taken while its reader has no room for it.
 */
export function writeEvents(
  res: ServerResponse,
  stream: ResultStream,
  keepAliveMs: number,
  stallMs = usualStallMs,
): void {
  let stalled: NodeJS.Timeout | null = null
  const beat = setInterval(() => {
    if (res.writableLength === 0) res.write(comment)
  }, keepAliveMs)
  function settle(): void {
    if (stalled !== null) clearTimeout(stalled)
    stalled = null
  }
  void stream.ended.then(() => clearInterval(beat))
  res.once("close", () => {
    settle()
    stream.leave()
  })
  res.on("drain", () => {
    if (stalled === null) return
    settle()
    stream.resume()
  })
  res.writeHead(200, eventHeaders)
  // Some readers show nothing until the first bytes arrive.
  res.write(comment)
  stream.flow({
    take(result) {
      const hasRoom = res.write(eventOf(result))
      if (!hasRoom) stalled ??= setTimeout(() => res.destroy(), stallMs)
      return hasRoom
    },
    done: () => void res.end(complete),
  })
}
