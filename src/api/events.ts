import type { ServerResponse } from "node:http"
import type { ResultStream } from "../graphql/live/stream.ts"

/** How long a client's buffer may stay full before the connection is closed. */
const usualStallMs = 30_000

export const eventHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  // nginx would otherwise buffer events.
  "x-accel-buffering": "no",
} as const

/** An SSE comment, which keeps an idle stream open and shows the client that the server is alive. */
export const comment = Buffer.from(":\n\n")
const crlf = Buffer.from("\r\n")
export const complete = Buffer.from("event: complete\ndata:\n\n")

const written = new WeakMap<object, Buffer>()

/** Encodes a result as an event, once even if it goes to many clients. */
export function eventOf(result: object): Buffer {
  const known =
    written.get(result) ?? Buffer.from(`event: next\ndata: ${JSON.stringify(result)}\n\n`)
  written.set(result, known)
  return known
}

/**
 * Writes the same bytes to many responses: encoded as one HTTP chunk (RFC 9112, section 7.1) and written to the
 * socket directly. Only for responses that have begun and whose buffer is empty.
 */
export function writerOf(bytes: Buffer): (res: ServerResponse) => void {
  const chunk = Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, crlf])
  return (res) => {
    if (res.chunkedEncoding && res.socket !== null) res.socket.write(chunk)
    // HTTP/1.0 has no chunks.
    else res.write(bytes)
  }
}

/**
 * Writes server-sent events as graphql-sse's distinct connections mode does: `next` for each result, `complete` at
 * the end, comments in between. Reads no further results while the client's buffer is full.
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
  // Some clients show nothing until the first bytes arrive.
  res.write(comment)
  stream.start({
    take(result) {
      const hasCapacity = res.write(eventOf(result))
      if (!hasCapacity) stalled ??= setTimeout(() => res.destroy(), stallMs)
      return hasCapacity
    },
    done: () => void res.end(complete),
  })
}
