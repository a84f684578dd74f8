import { createServer, type AddressInfo } from "node:net"
import { once } from "node:events"
import { systemClock } from "../../src/platform/clock.ts"
import { probeHttp } from "../../src/probe/kinds/http.ts"
import { runOnce } from "../../src/probe/run.ts"
import { httpTarget, makeTools } from "./prober.ts"

/**
 * A process that its parent stops in the middle of an attempt: it sends "attempting" when its first request has
 * arrived, waits for "answer" before it responds, and sends the result.
 */
const resumed = once(process, "message")
let requests = 0
const server = createServer((socket) => {
  requests += 1
  const answer = () => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
  socket.on("error", () => socket.destroy())
  if (requests > 1) socket.once("data", answer)
  else {
    socket.once("data", () => process.send?.("attempting"))
    void resumed.then(answer)
  }
})
server.listen(0, "127.0.0.1")
await once(server, "listening")
const { port } = server.address() as AddressInfo
const target = httpTarget(`http://127.0.0.1:${port}/`, { timeoutSeconds: 1 })
const tools = makeTools()
const attempt = await runOnce(target, (signal) => probeHttp(target, tools, signal), systemClock)
const { observation, durationMs } = attempt
process.send?.({ failure: observation.failure, requests, durationMs })
server.close()
process.disconnect()
