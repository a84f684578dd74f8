import { createSocket } from "node:dgram"
import { connect } from "node:net"
import type { NameServerFault } from "../../findings/codes/names.ts"
import { readUntil } from "../../platform/read-until.ts"
import { read, type Message, type Query, type Strange } from "./dns-message.ts"
import type { Server } from "./server.ts"

export type Fault = Omit<NameServerFault, "server"> & {
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
    let strange: Strange | null = null
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
            ? fault("silent")
            : { ...fault("sent_only"), ...strange, isProtocol: true },
      })
    socket.on("error", (error) => finish({ fault: describe(error) }))
    socket.on("message", (bytes) => {
      const reading = read(bytes, query)
      if (reading.kind === "message") finish({ message: reading.message })
      else if (reading.kind === "truncated") finish({ truncated: true })
      else if (reading.kind === "foreign") strange = reading.why
      else finish({ fault: { ...fault("sent"), ...reading.why, isProtocol: true } })
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
  const isAborted = how === "aborted"
  const found = sent === null ? fault(isAborted ? "silent" : "sent_nothing") : sent
  const over = { overTcp: true, isAfterTruncation: isAborted, isClosed: !isAborted }
  return { fault: { ...found, ...over, isProtocol: sent !== null } }
}

/** Before a message over TCP (RFC 1035, 4.2.2). */
const lengthBytes = 2
const lengthOf = (bytes: Buffer) => (bytes.length < lengthBytes ? Infinity : bytes.readUInt16BE(0))

function readWhole(bytes: Buffer, query: Query): Said {
  const message = bytes.subarray(lengthBytes, lengthBytes + lengthOf(bytes))
  const reading = read(message, query)
  if (reading.kind === "message") return { message: reading.message }
  const why: Strange =
    reading.kind === "truncated" ? { what: "truncated", bytes: null } : reading.why
  return { fault: { ...fault("sent"), ...why, overTcp: true, isProtocol: true } }
}

function progressOf(bytes: Buffer): Fault {
  const whole = lengthOf(bytes)
  const filled = Math.max(0, bytes.length - lengthBytes)
  return { ...fault("sent_part"), bytes: filled, of: whole === Infinity ? null : whole }
}

function describe(error: Error): Fault {
  const { code = error.message } = error as NodeJS.ErrnoException
  if (code === "ECONNREFUSED") return fault("refused")
  return code === "ECONNRESET" ? fault("reset") : { ...fault("not_queried"), errorCode: code }
}

/** A fault without particulars. */
export const fault = (kind: Fault["fault"]): Fault => ({
  fault: kind,
  what: null,
  bytes: null,
  of: null,
  errorCode: null,
  overTcp: false,
  isAfterTruncation: false,
  isClosed: false,
  isProtocol: false,
})
