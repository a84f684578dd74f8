import { once } from "node:events"
import type { McpHttpHandler } from "@modelcontextprotocol/server"
import type { Exchange } from "../http/exchange.ts"
import { send } from "../http/send-response.ts"
import { ProtocolRequest } from "./protocol-request.ts"
import type { Connection } from "./server.ts"

type Incoming = {
  connection: Connection
  /** Parsed; undefined for methods without one. */
  body: unknown
  /** Whether it is answered until the client leaves. */
  listens: boolean
}

/**
 * Serves one request by the protocol's handler. JSON is sent whole with its length, because each write costs as much
 * as the protocol itself.
 */
export async function serveWeb(
  handler: Pick<McpHttpHandler, "fetch">,
  { req, res }: Pick<Exchange, "req" | "res">,
  { connection, body, listens }: Incoming,
): Promise<void> {
  if (res.destroyed) return
  const gone = new AbortController()
  const leave = () => gone.abort()
  res.once("close", leave)
  const request = new ProtocolRequest(req, connection, listens ? gone.signal : undefined)
  // The handler reads no other member. The body is passed beside it: a copy as text would be parsed again.
  const response = await handler.fetch(
    request as unknown as Request,
    body === undefined ? {} : { parsedBody: body },
  )
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
