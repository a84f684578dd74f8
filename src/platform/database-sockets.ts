import { Socket } from "node:net"

/** Sockets of a pool whose server may change. */
export function createSockets(patienceMs: number) {
  const sockets = new Set<Socket>()

  return {
    /**
     * Times out a silent connection, which the operating system would notice only after minutes. The driver's own
     * timeout creates a closure per query that keeps all result rows in memory.
     */
    open(): Socket {
      const socket = new Socket()
      sockets.add(socket)
      // The driver listens once it connects, maybe long after: until then an error would end the process.
      socket.on("error", () => undefined)
      socket.once("close", () => sockets.delete(socket))
      socket.once("connect", () => {
        socket.setTimeout(patienceMs, () => {
          const message = `PostgreSQL sent nothing for ${patienceMs / 1000} seconds.`
          socket.destroy(Object.assign(new Error(message), { code: "ETIMEDOUT" }))
        })
      })
      return socket
    },

    /** Ends all connections, but not the sockets that wait to learn where to connect to. */
    leave(): void {
      for (const socket of sockets) {
        const isWaiting = socket.pending && !socket.connecting
        if (!isWaiting) socket.destroy(new Error("Another server is the primary now."))
      }
    },
  }
}
