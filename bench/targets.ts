import { once } from "node:events"
import { createServer, type AddressInfo, type Socket } from "node:net"
import { createServer as createTls } from "node:tls"

/**
 * Targets, one plain and one with TLS; their ports are sent to the parent. The message "fail" makes both respond with
 * 500, "reset" makes them reset each connection, and "heal" makes them respond with 200; each is sent back once it holds.
 */
let mode: unknown = "heal"
const answer = (status: string, body: string) =>
  Buffer.from(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
const success = answer("200 OK", "OK")
const failure = answer("500 Internal Server Error", "failed")

function serve(socket: Socket): void {
  socket.on("error", () => socket.destroy())
  socket.once("data", () => {
    if (mode === "reset") socket.resetAndDestroy()
    else socket.end(mode === "fail" ? failure : success)
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
  mode = message
  process.send?.(message)
})
process.on("disconnect", () => process.exit(0))
process.send({ http: portOf(plain), https: portOf(secure) })
