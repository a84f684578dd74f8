import type { Server } from "node:http"
import type { Socket } from "node:net"

export type Drain = {
  /** Asks clients to use another connection for their next request, while requests are still accepted. */
  announce(): void
  /** Accepts no more connections, and resolves when the open responses have ended. */
  finish(limitMs: number): Promise<void>
}

/**
 * Stops a server after its open responses end. Node's own closing of idle connections misses those that never
 * sent a request, which browsers and clients open in advance.
 */
export function createDrain(server: Server): Drain {
  const idle = new Set<Socket>()
  let isAnnounced = false
  let isStopping = false

  server.on("connection", (socket: Socket) => {
    idle.add(socket)
    socket.once("close", () => idle.delete(socket))
  })
  // Before the handler, which may respond at once.
  server.prependListener("request", ({ socket }, res) => {
    idle.delete(socket)
    if (isAnnounced) res.setHeader("connection", "close")
    res.once("close", () => {
      if (isStopping) socket.destroySoon()
      else if (!socket.destroyed) idle.add(socket)
    })
  })
  server.on("upgrade", ({ socket }) => idle.delete(socket))

  return {
    announce() {
      isAnnounced = true
    },
    async finish(limitMs) {
      isAnnounced = true
      isStopping = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of idle) socket.destroy()
      const late = setTimeout(() => server.closeAllConnections(), limitMs)
      await closed
      clearTimeout(late)
    },
  }
}
