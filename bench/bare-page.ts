import { createServer } from "node:http"
import { createInterface } from "node:readline"
import { WebSocketServer } from "ws"

// The baselines of bench/pages.ts: node:http that sends fixed bytes, and ws that sends a line to all sockets.
const given = JSON.parse(process.env["ANSWER"] ?? "") as { headers: string[]; body: string }
const body = Buffer.from(given.body, "base64")

const server = createServer((_req, res) => {
  res.writeHead(200, given.headers)
  res.end(body)
})
const sockets = new WebSocketServer({ server })

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = Buffer.from(line)
  for (const socket of sockets.clients) socket.send(message, { binary: false })
})
server.listen({ port: 0, host: "127.0.0.1", backlog: 4096 }, () => {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("server has no port")
  process.stdout.write(`${JSON.stringify({ address: `http://127.0.0.1:${address.port}` })}\n`)
})
