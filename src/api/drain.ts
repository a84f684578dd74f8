import type { Server } from "node:http"
import type { Socket } from "node:net"

/**
 * Stops a server after its open responses end. Node's own closing of idle connections misses those that never
 * sent a request, which browsers and clients open in advance.
 */
export function createDrain(server: Server): (limitMs: number) => Promise<void> {
  const idle = new Set<Socket>()
  let isStopping = false

  server.on("connection", (socket: Socket) => {
    idle.add(socket)
    socket.once("close", () => idle.delete(socket))
  })
  server.on("request", ({ socket }, res) => {
    idle.delete(socket)
    res.once("close", () => {
      if (isStopping) socket.destroySoon()
      else if (!socket.destroyed) idle.add(socket)
    })
  })
  server.on("upgrade", ({ socket }) => idle.delete(socket))

  return async (limitMs) => {
    isStopping = true
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of idle) socket.destroy()
    const late = setTimeout(() => server.closeAllConnections(), limitMs)
    await closed
    clearTimeout(late)
  }
}
