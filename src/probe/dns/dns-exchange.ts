import { createSocket } from "node:dgram"
import { connect } from "node:net"
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
export function askTcp(server: Server, query: Query, signal: AbortSignal): Promise<Said> {
  return new Promise((resolve) => {
    const { address: host, port, family } = server
    const socket = connect({ host, port, family, autoSelectFamily: false, noDelay: true })
    const answer = collector()
    const finish = (said: Said) => {
      signal.removeEventListener("abort", giveUp)
      socket.destroy()
      resolve(said)
    }
    const fail = (words: string) =>
      finish({ fault: { words, isProtocol: answer.progress() !== null } })
    const giveUp = () =>
      fail(`${answer.progress() ?? "did not answer over TCP"} after a truncated answer over UDP`)
    socket.on("error", (error) => finish({ fault: describe(error) }))
    socket.once("end", () =>
      fail(`${answer.progress() ?? "sent nothing over TCP"} and closed the connection`),
    )
    socket.on("data", (chunk) => {
      const bytes = answer.add(chunk)
      if (bytes === null) return
      const reading = read(bytes, query)
      if (reading.kind === "message") finish({ message: reading.message })
      else {
        const what = reading.kind === "truncated" ? "a truncated answer" : reading.why
        finish({ fault: { words: `sent ${what} over TCP`, isProtocol: true } })
      }
    })
    socket.once("connect", () => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(query.bytes.length)
      socket.write(Buffer.concat([length, query.bytes]))
    })
    signal.addEventListener("abort", giveUp, { once: true })
    if (signal.aborted) giveUp()
  })
}

/** Collects a length-prefixed message from chunks. */
function collector() {
  let head = Buffer.alloc(0)
  let body: Buffer | null = null
  let filled = 0
  return {
    /** The complete message, or null so far. */
    add(chunk: Buffer): Buffer | null {
      let rest = chunk
      if (body === null) {
        head = Buffer.concat([head, chunk])
        if (head.length < 2) return null
        body = Buffer.alloc(head.readUInt16BE(0))
        rest = head.subarray(2)
      }
      filled += rest.copy(body, filled)
      return filled === body.length ? body : null
    },
    /** Null before the first byte. */
    progress(): string | null {
      if (head.length === 0) return null
      return `sent ${filled} of ${body?.length ?? "an unknown number of"} bytes over TCP`
    },
  }
}

function describe(error: Error): Fault {
  const { code = error.message } = error as NodeJS.ErrnoException
  const known: Record<string, string> = {
    ECONNREFUSED: "refused the connection: nothing listens on that port",
    ECONNRESET: "reset the connection",
  }
  return { words: known[code] ?? `could not be queried (${code})`, isProtocol: false }
}
