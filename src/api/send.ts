import type { ServerResponse } from "node:http"

/** How long a reader may leave its buffer full before the connection is cut. */
const usualStallMs = 30_000

/** Writes a web Response; a stream of events goes out as fast as its reader reads. */
export async function send(
  res: ServerResponse,
  response: Response,
  stallMs = usualStallMs,
): Promise<void> {
  for (const [name, value] of response.headers) {
    if (name !== "set-cookie") res.setHeader(name, value)
  }
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) res.setHeader("set-cookie", cookies)
  res.statusCode = response.status
  const { body } = response
  if (body === null || !isStream(response)) {
    const bytes = Buffer.from(await response.arrayBuffer())
    if (response.status !== 204) res.setHeader("content-length", bytes.length)
    res.end(bytes)
    return
  }
  const reader = body.getReader()
  // A reader that has left needs no word that its stream could not be cancelled.
  res.once("close", () => void reader.cancel().catch(() => undefined))
  res.flushHeaders()
  for (;;) {
    const { done, value } = await reader.read()
    if (done || res.destroyed) break
    if (!res.write(value)) await drained(res, stallMs)
  }
  res.end()
}

const isStream = ({ headers }: Response): boolean =>
  headers.get("content-type")?.startsWith("text/event-stream") === true

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
