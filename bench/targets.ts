import { once } from "node:events"
import { createServer, type AddressInfo, type Socket } from "node:net"
import { createServer as createTls } from "node:tls"

/**
 * The servers that are asked: one plain, one with TLS, on ports of their own that are told to the parent. The
 * message "fail" makes both answer 500, "reset" drop each connection, "heal" be well again. Raw bytes cost the least.
 */
let mood: unknown = "heal"
const answer = (status: string, body: string) =>
  Buffer.from(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
const well = answer("200 OK", "all is well")
const ill = answer("500 Internal Server Error", "nothing works")

function serve(socket: Socket): void {
  socket.on("error", () => socket.destroy())
  socket.once("data", () => {
    if (mood === "reset") socket.resetAndDestroy()
    else socket.end(mood === "fail" ? ill : well)
  })
}

const { KEY: key, CERT: cert } = process.env
if (key === undefined || cert === undefined || process.send === undefined) {
  throw new Error("bench/probe.ts starts this, with KEY and CERT in the environment.")
}
const plain = createServer({ noDelay: true }, serve).listen(0, "127.0.0.1", 4096)
const secure = createTls({ key, cert, noDelay: true }, serve).listen(0, "127.0.0.1", 4096)
secure.on("tlsClientError", () => undefined)
await Promise.all([once(plain, "listening"), once(secure, "listening")])
const portOf = (server: typeof plain) => (server.address() as AddressInfo).port
process.on("message", (message) => {
  mood = message
})
process.on("disconnect", () => process.exit(0))
process.send({ http: portOf(plain), https: portOf(secure) })
