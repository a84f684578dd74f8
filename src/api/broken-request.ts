import type { IncomingMessage, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"

type Exchanged = { req: IncomingMessage; res: ServerResponse }

/** The unanswered requests of each connection, for when the bytes after them cannot be parsed. */
export function trackPending() {
  const open = new WeakMap<Duplex, Set<Exchanged>>()

  return {
    begin(req: IncomingMessage, res: ServerResponse): void {
      const exchanged = { req, res }
      const known = open.get(req.socket) ?? new Set()
      open.set(req.socket, known.add(exchanged))
      res.once("close", () => known.delete(exchanged))
    },
    /**
     * Bytes after a complete request are not part of it: that request is still answered, then the connection
     * closes.
     *
     * @returns false if no complete request is pending, so that the caller answers with the error.
     */
    settle(socket: Duplex): boolean {
      const last = [...(open.get(socket) ?? [])].findLast(({ req }) => req.complete)?.res
      if (last === undefined) return false
      if (!last.headersSent) last.shouldKeepAlive = false
      else if (last.writableEnded) socket.end()
      else socket.destroy()
      return true
    },
  }
}
