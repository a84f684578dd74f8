import type { IncomingMessage, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"

type Exchanged = { req: IncomingMessage; res: ServerResponse }

/** The unanswered requests of each connection, for when the bytes after them cannot be parsed. */
export function trackPending() {
  const open = new WeakMap<Duplex, Exchanged[]>()

  return {
    begin(req: IncomingMessage, res: ServerResponse): void {
      const before = open.get(req.socket)?.filter(isPending) ?? []
      open.set(req.socket, [...before, { req, res }])
    },
    /**
     * Bytes after a complete request are not part of it: that request is still answered, then the connection
     * closes.
     *
     * @returns false if no complete request is pending, so that the caller answers with the error.
     */
    settle(socket: Duplex): boolean {
      const pending = open.get(socket)?.filter(isPending) ?? []
      const last = pending.findLast(({ req }) => req.complete)?.res
      if (last === undefined) return false
      if (!last.headersSent) last.shouldKeepAlive = false
      else if (last.writableEnded) socket.end()
      else socket.destroy()
      return true
    },
  }
}

const isPending = ({ res }: Exchanged): boolean => !res.closed
