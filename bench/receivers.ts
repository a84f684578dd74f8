import { once } from "node:events"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { sharedMs } from "./machine.ts"

/**
 * Webhook receivers over TLS: /healthy responds and reports the request to the parent, /trickle responds with 200 and
 * one byte of its body every 100 ms, /silent never responds. The message "drop" closes all connections.
 */
const { KEY: key, CERT: cert } = process.env
if (key === undefined || cert === undefined || process.send === undefined) {
  throw new Error("bench/fairness.ts starts this, with KEY and CERT in the environment.")
}
const server = createServer({ key, cert }, (request, response) => {
  const chunks: Buffer[] = []
  request.on("error", () => undefined)
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    if (request.url === "/silent") return
    response.writeHead(200)
    if (request.url === "/trickle") {
      const timer = setInterval(() => response.write("."), 100)
      response.on("close", () => clearInterval(timer))
      return
    }
    response.end()
    process.send?.({ body: Buffer.concat(chunks).toString(), atMs: sharedMs() })
  })
})
server.on("tlsClientError", () => undefined)
server.listen(0, "127.0.0.1", 4096)
await once(server, "listening")
process.on("message", () => server.closeAllConnections())
process.on("disconnect", () => process.exit(0))
process.send({ port: (server.address() as AddressInfo).port })
