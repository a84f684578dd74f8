import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { connect } from "node:net"
import { expect, test } from "vitest"
import { send } from "../../src/api/send.ts"

/** Events without end, counted as they are pulled. */
function makeFlood() {
  const left = Promise.withResolvers<void>()
  const flood = { pulled: 0, left: left.promise }
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      flood.pulled += 1
      controller.enqueue(new Uint8Array(64 * 1024))
    },
    cancel: () => left.resolve(),
  })
  return {
    flood,
    response: () => new Response(body, { headers: { "content-type": "text/event-stream" } }),
  }
}

test("a reader that takes nothing is pulled for no longer, then cut off", async () => {
  const { flood, response } = makeFlood()
  const server = createServer((_req, res) => void send(res, response(), 300)).listen(0, "127.0.0.1")
  try {
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const reader = connect(port, "127.0.0.1").pause()
    // What it did not read is lost with the connection, as it should be.
    reader.on("error", () => undefined)
    reader.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    await flood.left
    const { pulled } = flood
    // The system's own buffers take a few megabytes before anything waits with us.
    expect(pulled * 64).toBeLessThan(32 * 1024)
    reader.destroy()
  } finally {
    server.close()
  }
})

test("a reader that leaves cancels what it was reading", async () => {
  const { flood, response } = makeFlood()
  const server = createServer((_req, res) => void send(res, response())).listen(0, "127.0.0.1")
  try {
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}`)
    const reader = answer.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    await reader?.cancel()
    await flood.left
  } finally {
    server.close()
  }
})
