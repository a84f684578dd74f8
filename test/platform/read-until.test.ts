import { once } from "node:events"
import { connect, createServer, type AddressInfo, type Socket } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { readUntil } from "../../src/platform/read-until.ts"

async function openPair(): Promise<{ client: Socket; server: Socket }> {
  const listener = createServer().listen(0, "127.0.0.1")
  await once(listener, "listening")
  const client = connect((listener.address() as AddressInfo).port, "127.0.0.1")
  const [server] = (await once(listener, "connection")) as [Socket]
  server.on("error", () => undefined)
  onTestFinished(() => {
    for (const one of [client, server]) one.destroy()
    listener.close()
  })
  return { client, server }
}

const never = new AbortController().signal
const hasLine = (bytes: Buffer) => bytes.includes("\r\n")

test("reads a line that comes in pieces, and then the next one from the same socket", async () => {
  const { client, server } = await openPair()
  server.write("220 mail.exa")
  const banner = readUntil(client, { signal: never, isEnough: hasLine })
  server.write("mple\r\n")
  expect(await banner).toEqual({
    bytes: Buffer.from("220 mail.example\r\n"),
    how: "enough",
    error: null,
  })
  server.write("250 OK\r\n")
  const next = await readUntil(client, { signal: never, isEnough: hasLine })
  expect(next.bytes.toString()).toBe("250 OK\r\n")
  expect(client.destroyed).toBe(false)
})

test("ends with what came at the deadline, at the end and at the limit", async () => {
  const { client, server } = await openPair()
  const late = new AbortController()
  server.write("22")
  const reading = readUntil(client, { signal: late.signal, isEnough: hasLine })
  await once(client, "data")
  late.abort()
  expect(await reading).toMatchObject({ how: "aborted", bytes: Buffer.from("22") })
  expect((await readUntil(client, { signal: late.signal })).how).toBe("aborted")

  const whole = readUntil(client, { signal: never })
  server.end("0 ready")
  expect(await whole).toMatchObject({ how: "end", bytes: Buffer.from("0 ready") })

  const other = await openPair()
  const limited = readUntil(other.client, { signal: never, mostBytes: 8, keptBytes: 4 })
  for (const part of ["abcd", "efgh", "i"]) {
    const came = once(other.client, "data")
    other.server.write(part)
    await came
  }
  expect(await limited).toMatchObject({ how: "too_large", bytes: Buffer.from("abcd") })
})

test("a reset is a fault with what came before, and one after the reading is not thrown", async () => {
  const { client, server } = await openPair()
  const reading = readUntil(client, { signal: never })
  const came = once(client, "data")
  server.write("half")
  await came
  server.resetAndDestroy()
  const read = await reading
  expect(read).toMatchObject({ how: "failed", bytes: Buffer.from("half") })
  expect((read.error as NodeJS.ErrnoException).code).toBe("ECONNRESET")
  expect(client.emit("error", new Error("late"))).toBe(true)
})

test("a connection that is closed here ends the reading", async () => {
  const { client } = await openPair()
  const reading = readUntil(client, { signal: never })
  client.destroy()
  expect((await reading).how).toBe("closed")
})
