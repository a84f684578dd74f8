import type { IncomingMessage } from "node:http"
import type { Connection } from "./server.ts"

/**
 * What the protocol's handler reads of a web Request. A whole one costs about as much as the protocol.
 *
 * `signal` tells a stream that the client left. A call is carried out whole either way, and has none: the SDK refers
 * to it and to the answer in a closure that V8 keeps until the next full collection (quick-guards.ts).
 */
export class ProtocolRequest {
  readonly url = "http://localhost/mcp"
  readonly method: string
  readonly headers: Pick<Headers, "get">
  readonly connection: Connection
  readonly signal: AbortSignal | undefined

  constructor(req: IncomingMessage, connection: Connection, signal?: AbortSignal) {
    const { method = "GET", headers } = req
    this.method = method
    this.headers = {
      get(name) {
        const value = headers[name.toLowerCase()]
        return Array.isArray(value) ? value.join(", ") : (value ?? null)
      },
    }
    this.connection = connection
    this.signal = signal
  }
}
