import { once } from "node:events"
import { createServer, type Socket } from "node:net"
import { createInterface } from "node:readline"

/** A mail server on loopback that accepts and discards everything, so that pages by e-mail arrive (RFC 5321). */
export async function startMailServer(): Promise<{ url: string; stop(): void }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy())
    serve(socket)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the port is missing")
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function serve(socket: Socket): void {
  let isMessage = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  say("220 demo ready")
  createInterface({ input: socket }).on("line", (line) => {
    if (isMessage) {
      if (line !== ".") return
      isMessage = false
      say("250 accepted")
    } else if (/^data/i.test(line)) {
      isMessage = true
      say("354 go on")
    } else if (/^quit/i.test(line)) {
      socket.end("221 bye\r\n")
    } else {
      say("250 ok")
    }
  })
}
