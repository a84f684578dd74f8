import { gzipSync } from "node:zlib"
import { connect } from "node:http2"
import { expect, test } from "vitest"
import { createInFlight } from "../../src/telemetry/ingest/in-flight.ts"
import { startGrpc } from "../../src/telemetry/ingest/serve-grpc.ts"
import { refuse, type OtlpRequest } from "../../src/telemetry/ingest/take-request.ts"

const mib = 1024 * 1024
const path = "/opentelemetry.proto.collector.logs.v1.LogsService/Export"
type Take = Parameters<typeof startGrpc>[0]["take"]

const message = (bytes: Buffer, isZipped = false, size = bytes.length): Buffer => {
  const head = Buffer.from([isZipped ? 1 : 0, 0, 0, 0, 0])
  head.writeUInt32BE(size, 1)
  return Buffer.concat([head, bytes])
}

async function withServer<T>(take: Take, work: (address: string) => Promise<T>): Promise<T> {
  const server = await startGrpc({ take }, "127.0.0.1", 0)
  try {
    return await work(`http://127.0.0.1:${server.port}`)
  } finally {
    await server.stop()
  }
}

/** The status of one call over a connection of its own, and how many of its bytes were taken. */
async function call(address: string, body: Buffer, headers: Record<string, string> = {}) {
  // In megabytes: by default a client that sends more than ten at once reads no answer.
  const session = connect(address, { maxSessionMemory: 100 })
  const stream = session.request({
    ":method": "POST",
    ":path": path,
    "content-type": "application/grpc",
    ...headers,
  })
  stream.on("error", () => undefined)
  const said = Promise.withResolvers<string>()
  stream.on("response", (found) => {
    const status = found["grpc-status"]
    if (status !== undefined) said.resolve(String(status))
  })
  stream.on("trailers", (found) => said.resolve(String(found["grpc-status"])))
  stream.on("data", () => undefined)
  stream.end(body)
  const status = await said.promise
  const sent = (session.socket.bytesWritten ?? 0) - (session.socket.writableLength ?? 0)
  session.destroy()
  return { status, sent }
}

/** As one whose key is not known. */
const refuseAll: Take = () => Promise.resolve(refuse(401, "The key is not known."))

test("nothing of a stranger's message is kept or decompressed before the key is asked", async () => {
  const bomb = message(gzipSync(Buffer.alloc(60 * mib)), true)
  const large = message(Buffer.alloc(16 * mib))
  await withServer(refuseAll, async (address) => {
    const before = process.memoryUsage()
    const zipped = await Promise.all(
      Array.from({ length: 40 }, () => call(address, bomb, { "grpc-encoding": "gzip" })),
    )
    const whole = await Promise.all(Array.from({ length: 8 }, () => call(address, large)))
    const after = process.memoryUsage()
    expect([...zipped, ...whole].map(({ status }) => status)).toEqual(Array(48).fill("16"))
    // Flow control: what nobody reads is not sent.
    expect(Math.max(...whole.map(({ sent }) => sent))).toBeLessThan(mib)
    expect((after.external - before.external) / mib).toBeLessThan(64)
  })
})

test("a message arrives as it was sent, whole and compressed", async () => {
  const taken: { bytes: number; isZipped: boolean }[] = []
  const take: Take = async (request: OtlpRequest) => {
    const { body, isZipped } = await request.read(() => undefined)
    taken.push({ bytes: Buffer.concat(body).length, isZipped })
    return { status: 200, message: null, counts: null, headers: {} }
  }
  const zipped = gzipSync(Buffer.from("hello"))
  await withServer(take, async (address) => {
    const gzip = { "grpc-encoding": "gzip" }
    expect((await call(address, message(Buffer.from("hello")))).status).toBe("0")
    expect((await call(address, message(zipped, true), gzip)).status).toBe("0")
    expect((await call(address, message(zipped, true), { "grpc-encoding": "br" })).status).toBe(
      "12",
    )
    expect((await call(address, Buffer.alloc(0), { ":path": "/none/Export" })).status).toBe("12")
  })
  expect(taken).toEqual([
    { bytes: 5, isZipped: false },
    { bytes: zipped.length, isZipped: true },
  ])
})

test.each([
  ["a message that is cut off", message(Buffer.from("hello"), false, 9), /before its message/],
  [
    "two messages",
    Buffer.concat([message(Buffer.from("a")), message(Buffer.from("b"))]),
    /one message/,
  ],
  ["a call without a message", Buffer.alloc(0), /before its message/],
])("%s is refused", async (_name, body, says) => {
  const refused = Promise.withResolvers<unknown>()
  const take: Take = async (request: OtlpRequest) => {
    await request.read(() => undefined).then(refused.resolve, refused.resolve)
    return refuse(400, "no")
  }
  await withServer(take, async (address) => {
    expect((await call(address, body)).status).toBe("3")
  })
  expect(String(await refused.promise)).toMatch(says)
})

test("bytes in flight are bounded for all, and for each project", () => {
  const holdOf = createInFlight()
  const first = holdOf("one")
  first.add(64 * mib)
  expect(() => holdOf("one").add(1)).toThrow("faster than it can be read")
  const second = holdOf("two")
  second.add(60 * mib)
  expect(() => holdOf("three").add(5 * mib)).toThrow("faster than it can be read")
  holdOf("three").add(4 * mib)
  first.release()
  first.release()
  holdOf("three").add(5 * mib)
})
