import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { connect } from "node:net"
import { expect, test } from "vitest"
import { writeEvents } from "../../src/api/events.ts"
import { createStream, springOf } from "../../src/graphql/stream.ts"

/** Results without end, counted as they are pulled. */
function makeFlood() {
  const left = Promise.withResolvers<void>()
  const text = "x".repeat(64 * 1024)
  const flood = { pulled: 0, left: left.promise }
  const results: AsyncIterator<{ data: { text: string } }, void> = {
    next() {
      flood.pulled += 1
      return Promise.resolve({ done: false, value: { data: { text } } })
    },
    return() {
      left.resolve()
      return Promise.resolve({ done: true, value: undefined })
    },
  }
  const open = springOf(results, (result) => result as object)
  return { flood, stream: createStream(open, () => ({})) }
}

test("a reader that takes nothing is pulled for no longer, then cut off", async () => {
  const { flood, stream } = makeFlood()
  const server = createServer((_req, res) => writeEvents(res, stream, 10_000, 300))
  server.listen(0, "127.0.0.1")
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

test("a reader that leaves closes what it was reading", async () => {
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
