import { once } from "node:events"
import { createServer, type AddressInfo } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { createSockets } from "../../src/platform/database-sockets.ts"

async function listen(): Promise<number> {
  const server = createServer((socket) => socket.on("error", () => undefined).resume())
  onTestFinished(() => void server.close())
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}

test("when another server becomes the primary, connections end, and a socket that waits for it connects to it", async () => {
  const port = await listen()
  const sockets = createSockets(60_000)
  const connected = sockets.open().connect(port, "127.0.0.1")
  await once(connected, "connect")
  const connecting = sockets.open().connect(port, "127.0.0.1")
  const waiting = sockets.open()
  const errors = [connected, connecting].map((one) => once(one, "error"))
  sockets.leave()
  for (const [error] of await Promise.all(errors)) {
    expect(error).toMatchObject({ message: "Another server is the primary now." })
  }
  expect(waiting.destroyed).toBe(false)
  waiting.connect(port, "127.0.0.1")
  await once(waiting, "connect")
  waiting.destroy()
})

test("an error that nobody listens for yet does not end the process, and a silent connection ends", async () => {
  const port = await listen()
  const sockets = createSockets(20)
  const waiting = sockets.open()
  const closed = new Promise((resolve) => waiting.once("close", resolve))
  waiting.destroy(new Error("out of sockets"))
  await closed
  const silent = sockets.open().connect(port, "127.0.0.1")
  const [error] = (await once(silent, "error")) as [Error]
  expect(error).toMatchObject({
    code: "ETIMEDOUT",
    message: "PostgreSQL sent nothing for 0.02 seconds.",
  })
})
