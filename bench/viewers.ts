import { once } from "node:events"
import type { Socket } from "node:net"
import { connect } from "node:net"

export type Viewers = {
  /** Settles once each was sent those words, with the time of the first and the last in milliseconds. */
  all(words: string): Promise<{ firstMs: number; lastMs: number }>
  close(): void
}

/** No address may begin more sockets than 200 in a few seconds. */
const perAddress = 100
const atOnce = 50
/** Frames without a payload (RFC 6455, section 5.5); no text holds such bytes. */
const ping = Buffer.of(0x89, 0)
const pong = Buffer.of(0x8a, 0x80, 0, 0, 0, 0)

/** What a viewer sends, at once or after it was told something. */
export type Greeting = { bytes: Buffer; after?: string }

function saying(socket: Socket, words: string): Promise<void> {
  return new Promise((resolve) => {
    const listen = (chunk: Buffer) => {
      if (!chunk.includes(words)) return
      socket.off("data", listen)
      resolve()
    }
    socket.on("data", listen)
  })
}

/** Sockets that send what `greet` says and read without understanding it: they cost as little as can be. */
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
  // It may be waited for only later.
  waiting.promise.catch(() => undefined)
  let firstMs: number | null = null
  const heard = new Set<number>()
  let isClosing = false

  async function open(index: number): Promise<void> {
    const localAddress = `127.0.0.${2 + Math.floor(index / perAddress)}`
    const socket = connect({ host: hostname, port: Number(port), localAddress, noDelay: true })
    sockets.push(socket)
    // What lies on the border of two reads is found with the end of the first.
    let rest: Buffer = Buffer.alloc(0)
    socket.on("data", (chunk) => {
      if (chunk.includes(ping)) socket.write(pong)
      const text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      if (!text.includes(wanted)) {
        rest = Buffer.from(text.subarray(-64))
        return
      }
      rest = Buffer.alloc(0)
      if (heard.has(index)) return
      heard.add(index)
      firstMs ??= performance.now()
      left -= 1
      if (left === 0) waiting.resolve(performance.now())
    })
    socket.once("close", () => {
      const last = rest.toString("latin1")
      if (!isClosing) waiting.reject(new Error(`a viewer was sent away after ${last}`))
    })
    await once(socket, "connect")
    for (const { after, bytes } of greet(index)) {
      // A server may not take the next word before it has answered this one.
      if (after !== undefined) await Promise.race([saying(socket, after), waiting.promise])
      socket.write(bytes)
    }
  }

  for (let at = 0; at < count; at += atOnce) {
    const indices = Array.from({ length: Math.min(atOnce, count - at) }, (_, n) => at + n)
    await Promise.all(indices.map(open))
  }
  await waiting.promise

  return {
    async all(words) {
      wanted = Buffer.from(words)
      left = count
      firstMs = null
      heard.clear()
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

/** What a WebSocket client says to begin. */
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

/** A text frame of a client, masked with nothing (RFC 6455, section 5.2). */
export function frameOf(message: object): Buffer {
  const payload = Buffer.from(JSON.stringify(message))
  const length =
    payload.length < 126
      ? Buffer.of(0x80 | payload.length)
      : Buffer.of(0x80 | 126, payload.length >> 8, payload.length & 255)
  return Buffer.concat([Buffer.of(0x81), length, Buffer.alloc(4), payload])
}
