import { once } from "node:events"
import { createServer } from "node:http"
import { connect, type AddressInfo } from "node:net"
import { expect, test } from "vitest"
import { writeEvents } from "../../src/api/events.ts"
import { createStream, fromIterator } from "../../src/graphql/live/stream.ts"

/** An endless source that counts the results it produced. */
function makeFlood() {
  const left = Promise.withResolvers<void>()
  const text = "x".repeat(64 * 1024)
  const flood = { produced: 0, left: left.promise }
  const results: AsyncIterator<{ data: { text: string } }, void> = {
    next() {
      flood.produced += 1
      return Promise.resolve({ done: false, value: { data: { text } } })
    },
    return() {
      left.resolve()
      return Promise.resolve({ done: true, value: undefined })
    },
  }
  const open = fromIterator(results, (result) => result as object)
  return { flood, stream: createStream(open, () => ({})) }
}

test("pulls no more results for a client that reads nothing, then closes its connection", async () => {
  const { flood, stream } = makeFlood()
  const server = createServer((_req, res) => writeEvents(res, stream, 10_000, 300))
  server.listen(0, "127.0.0.1")
  try {
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const reader = connect(port, "127.0.0.1").pause()
    // Unread results are lost with the connection.
    reader.on("error", () => undefined)
    reader.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    await flood.left
    const { produced } = flood
    // The system's own buffers take a few megabytes before data is queued here.
    expect(produced * 64).toBeLessThan(32 * 1024)
    reader.destroy()
  } finally {
    server.close()
  }
})

test("closes the source when the client disconnects", async () => {
  const { flood, stream } = makeFlood()
  const server = createServer((_req, res) => writeEvents(res, stream, 10_000))
  server.listen(0, "127.0.0.1")
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
