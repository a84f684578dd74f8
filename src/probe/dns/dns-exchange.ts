import { createSocket } from "node:dgram"
import { connect } from "node:net"
import { readUntil } from "../../platform/read-until.ts"
import { read, type Message, type Query } from "./dns-message.ts"
import type { Server } from "./server.ts"

/** `words` follow the server's name: "9.9.9.9 did not answer". */
export type Fault = {
  words: string
  /** The server answered, but not with valid DNS. */
  isProtocol: boolean
}
export type Said = { message: Message } | { fault: Fault } | { truncated: true }

/**
 * One query in one UDP packet. The socket is connected, so the kernel drops packets from other addresses and
 * reports a closed port. Ends on abort; never rejects.
 */
export function askUdp(server: Server, query: Query, signal: AbortSignal): Promise<Said> {
  return new Promise((resolve) => {
    const socket = createSocket({
      type: server.family === 4 ? "udp4" : "udp6",
      lookup: (address, _options, callback) => callback(null, address, server.family),
    })
    let strange: string | null = null
    let isOver = false
    const finish = (said: Said) => {
      if (isOver) return
      isOver = true
      signal.removeEventListener("abort", giveUp)
      socket.close()
      resolve(said)
    }
    const giveUp = () =>
      finish({
        fault:
          strange === null
            ? { words: "did not answer", isProtocol: false }
            : { words: `sent nothing but ${strange}`, isProtocol: true },
      })
    socket.on("error", (error) => finish({ fault: describe(error) }))
    socket.on("message", (bytes) => {
      const reading = read(bytes, query)
      if (reading.kind === "message") finish({ message: reading.message })
      else if (reading.kind === "truncated") finish({ truncated: true })
      else if (reading.kind === "foreign") strange = reading.why
      else finish({ fault: { words: `sent ${reading.why}`, isProtocol: true } })
    })
    socket.once("connect", () => {
      if (isOver) return
      socket.send(query.bytes, (error) => {
        if (error !== null) finish({ fault: describe(error) })
      })
    })
    signal.addEventListener("abort", giveUp, { once: true })
    if (signal.aborted) giveUp()
    else socket.connect(server.port, server.address)
  })
}

/** Same over TCP (RFC 7766); reads one message of at most 65,535 bytes. */
export async function askTcp(server: Server, query: Query, signal: AbortSignal): Promise<Said> {
  const { address: host, port, family } = server
  const socket = connect({ host, port, family, autoSelectFamily: false, noDelay: true })
  socket.once("connect", () => {
    const length = Buffer.alloc(lengthBytes)
    length.writeUInt16BE(query.bytes.length)
    socket.write(Buffer.concat([length, query.bytes]))
  })
  const { bytes, how, error } = await readUntil(socket, {
    signal,
    isEnough: (some) => some.length - lengthBytes >= lengthOf(some),
  })
  socket.destroy()
  if (error !== null) return { fault: describe(error) }
  if (how === "enough") return readWhole(bytes, query)
  const sent = bytes.length === 0 ? null : progressOf(bytes)
  const words =
    how === "aborted"
      ? `${sent ?? "did not answer over TCP"} after a truncated answer over UDP`
      : `${sent ?? "sent nothing over TCP"} and closed the connection`
  return { fault: { words, isProtocol: sent !== null } }
}

/** Before a message over TCP (RFC 1035, 4.2.2). */
const lengthBytes = 2
const lengthOf = (bytes: Buffer) => (bytes.length < lengthBytes ? Infinity : bytes.readUInt16BE(0))

function readWhole(bytes: Buffer, query: Query): Said {
  const message = bytes.subarray(lengthBytes, lengthBytes + lengthOf(bytes))
  const reading = read(message, query)
  if (reading.kind === "message") return { message: reading.message }
  const what = reading.kind === "truncated" ? "a truncated answer" : reading.why
  return { fault: { words: `sent ${what} over TCP`, isProtocol: true } }
}

function progressOf(bytes: Buffer): string {
  const whole = lengthOf(bytes)
  const filled = Math.max(0, bytes.length - lengthBytes)
  return `sent ${filled} of ${whole === Infinity ? "an unknown number of" : whole} bytes over TCP`
}

function describe(error: Error): Fault {
  const { code = error.message } = error as NodeJS.ErrnoException
  const known: Record<string, string> = {
    ECONNREFUSED: "refused the connection: nothing listens on that port",
    ECONNRESET: "reset the connection",
  }
  return { words: known[code] ?? `could not be queried (${code})`, isProtocol: false }
}
