import type { ServerResponse } from "node:http"

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
 * Writes server-sent events in the manner of graphql-sse's distinct connections: `next` for each result,
 * `complete` at the end, comments in between. Nothing is pulled before its reader has room for it.
 */
export async function writeEvents(
  res: ServerResponse,
  results: AsyncIterator<object, void>,
  keepAliveMs: number,
  stallMs = usualStallMs,
): Promise<void> {
  // A reader that has left needs no word that its stream could not be closed.
  res.once("close", () => void results.return?.().catch(() => undefined))
  res.writeHead(200, eventHeaders)
  // Some readers show nothing until the first bytes arrive.
  res.write(comment)
  const timer = setInterval(() => {
    if (res.writableLength === 0) res.write(comment)
  }, keepAliveMs)
  try {
    for (;;) {
      const step = await results.next()
      if (res.destroyed) return
      if (step.done === true) break
      if (!res.write(eventOf(step.value))) await drained(res, stallMs)
    }
    res.end(complete)
  } finally {
    clearInterval(timer)
  }
}

function drained(res: ServerResponse, stallMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => res.destroy(), stallMs)
    const go = () => {
      clearTimeout(timer)
      res.off("drain", go)
      res.off("close", go)
      resolve()
    }
    res.on("drain", go)
    res.on("close", go)
  })
}
