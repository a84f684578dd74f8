import { once } from "node:events"
import { connect, type Socket } from "node:net"

export type Viewers = {
  /** Resolves once every viewer has received `text`, with the time of the first and the last in ms. */
  received(text: string): Promise<{ firstMs: number; lastMs: number }>
  close(): void
}

/** The server accepts about 200 new sockets per address in a few seconds. */
const perAddress = 100
const atOnce = 50
/** Frames without a payload (RFC 6455, section 5.5); these bytes never occur in text. */
const ping = Buffer.of(0x89, 0)
const pong = Buffer.of(0x8a, 0x80, 0, 0, 0, 0)

/** What a viewer sends, at once or after it has received `after`. */
export type Greeting = { bytes: Buffer; after?: string }

function receive(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve) => {
    const listen = (chunk: Buffer) => {
      if (!chunk.includes(text)) return
      socket.off("data", listen)
      resolve()
    }
    socket.on("data", listen)
  })
}

/** Opens sockets that send what `greet` returns and search what they receive without parsing it. */
export async function openViewers(
  address: string,
  count: number,
  greet: (index: number) => Greeting[],
  until: string,
): Promise<Viewers> {
  const { hostname, port } = new URL(address)
  const sockets: Socket[] = []
  let wanted = Buffer.from(until)
  let left = count
  let waiting = Promise.withResolvers<number>()
  // A rejection may come before anything awaits it.
  waiting.promise.catch(() => undefined)
  let firstMs: number | null = null
  const done = new Set<number>()
  let isClosing = false

  async function open(index: number): Promise<void> {
    const localAddress = `127.0.0.${2 + Math.floor(index / perAddress)}`
    const socket = connect({ host: hostname, port: Number(port), localAddress, noDelay: true })
    sockets.push(socket)
    // The text may be split between two reads.
    let rest: Buffer = Buffer.alloc(0)
    socket.on("data", (chunk) => {
      if (chunk.includes(ping)) socket.write(pong)
      const text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      if (!text.includes(wanted)) {
        rest = Buffer.from(text.subarray(-64))
        return
      }
      rest = Buffer.alloc(0)
      if (done.has(index)) return
      done.add(index)
      firstMs ??= performance.now()
      left -= 1
      if (left === 0) waiting.resolve(performance.now())
    })
    socket.once("close", () => {
      const last = rest.toString("latin1")
      if (!isClosing)
        waiting.reject(new Error(`The server closed the connection of a viewer after ${last}`))
    })
    await once(socket, "connect")
    for (const { after, bytes } of greet(index)) {
      // The server may reject a message before it has answered the previous one.
      if (after !== undefined) await Promise.race([receive(socket, after), waiting.promise])
      socket.write(bytes)
    }
  }

  for (let at = 0; at < count; at += atOnce) {
    const indices = Array.from({ length: Math.min(atOnce, count - at) }, (_, n) => at + n)
    await Promise.all(indices.map(open))
  }
  await waiting.promise

  return {
    async received(text) {
      wanted = Buffer.from(text)
      left = count
      firstMs = null
      done.clear()
      waiting = Promise.withResolvers()
      const lastMs = await waiting.promise
      return { firstMs: firstMs ?? lastMs, lastMs }
    },
    close() {
      isClosing = true
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** The upgrade request of a WebSocket client. */
export const upgrade = (path: string, headers: string[] = []): Buffer =>
  Buffer.from(
    [
      `GET ${path} HTTP/1.1`,
      "Host: bench",
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      ...headers,
      "\r\n",
    ].join("\r\n"),
  )

/** A text frame of a client with a mask of zeros (RFC 6455, section 5.2). */
export function frameOf(message: object): Buffer {
  const payload = Buffer.from(JSON.stringify(message))
  const length =
    payload.length < 126
      ? Buffer.of(0x80 | payload.length)
      : Buffer.of(0x80 | 126, payload.length >> 8, payload.length & 255)
  return Buffer.concat([Buffer.of(0x81), length, Buffer.alloc(4), payload])
}
