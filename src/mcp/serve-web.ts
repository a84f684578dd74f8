import { once } from "node:events"
import type { McpHttpHandler } from "@modelcontextprotocol/server"
import type { Exchange } from "../http/exchange.ts"
import { headersOf } from "../http/read-request.ts"
import { send } from "../http/send-response.ts"

/**
 * Serves one request by the protocol's handler, which aborts what the client no longer waits for. JSON is sent whole
 * with its length, because each write costs as much as the protocol itself.
 *
 * @param body parsed; undefined for methods without one.
 */
export async function serveWeb(
  handler: Pick<McpHttpHandler, "fetch">,
  { req, res }: Pick<Exchange, "req" | "res">,
  body: unknown,
): Promise<void> {
  const gone = new AbortController()
  const leave = () => gone.abort()
  res.once("close", leave)
  if (res.destroyed) leave()
  // The body is passed beside it: a copy as text would be parsed again.
  const request = new Request("http://localhost/mcp", {
    method: req.method ?? "GET",
    headers: headersOf(req),
    signal: gone.signal,
  })
  const response = await handler.fetch(request, body === undefined ? {} : { parsedBody: body })
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true
  if (isStream && response.body !== null) {
    res.writeHead(response.status, Object.fromEntries(response.headers))
    await pump(response.body, res, gone.signal)
  }
  // What is complete must not be aborted by the end of its connection.
  res.off("close", leave)
  if (res.headersSent) res.end()
  else await send(res, response)
}

async function pump(
  body: ReadableStream<Uint8Array>,
  res: Exchange["res"],
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const chunk of body) {
      if (signal.aborted) break
      if (!res.write(chunk)) await once(res, "drain", { signal })
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
