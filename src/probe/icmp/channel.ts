import { createSocket, type Socket } from "node:dgram"
import { randomInt } from "node:crypto"
import { decode, decodeReturned, encodeEcho, type Answer, type Echo } from "./packet.ts"
import { loadSystem, type System } from "./system.ts"

export type Method = "datagram" | "raw"

/** One ICMP socket of a family, shared by every ping in the air. */
export type Channel = {
  method: Method
  /** Resolves to the error's code where the system refuses to send. */
  send(echo: Echo, address: string): Promise<string | null>
  /** Keeps the process alive while somebody waits. */
  hold(): void
  release(): void
  close(): void
}

export type ChannelOptions = {
  family: 4 | 6
  methods: readonly Method[]
  onAnswer: (answer: Answer) => void
  /** The socket is of no use any more; the error's code. */
  onBroken: (code: string) => void
}

const unreachableCodes = new Set(["ENETUNREACH", "EHOSTUNREACH", "ECONNREFUSED", "EPROTO"])

/** The first method that the system allows; else the names of what it answered. */
export async function openChannel(
  options: ChannelOptions,
): Promise<{ channel: Channel } | { channel: null; refused: string[] }> {
  const system = await loadSystem()
  if (system === null) return { channel: null, refused: [] }
  const refused: string[] = []
  for (const method of options.methods) {
    const fd = system.openIcmp(options.family, method)
    if (typeof fd !== "number") {
      refused.push(fd.refused)
      continue
    }
    try {
      return { channel: wrap(system, method, fd, options) }
    } catch (error) {
      system.close(fd)
      refused.push(codeOf(error))
    }
  }
  return { channel: null, refused }
}

/**
 * node:dgram reads and writes the socket, so that it costs no thread and no polling: to libuv an ICMP
 * datagram socket is a UDP socket. A raw one is not, hence it takes the place of a UDP socket that was
 * handed over before; libuv begins to watch it only when the event loop next turns.
 */
function wrap(
  system: System,
  method: Method,
  fd: number,
  { family, onAnswer, onBroken }: ChannelOptions,
): Channel {
  const socket = createSocket({
    type: family === 4 ? "udp4" : "udp6",
    lookup: (address, _options, callback) => callback(null, address, family),
  })
  const place = adopt(system, socket, method, fd, family)
  const identifier = randomInt(1, 0x1_0000)
  let holders = 0
  socket.unref()
  socket.on("message", (message) => {
    const answer = decode(family, message)
    // A raw socket hears everyone's answers; the kernel sorts them for a datagram socket.
    if (answer !== null && (method === "datagram" || answer.identifier === identifier)) {
      onAnswer(answer)
    }
  })
  socket.on("error", (error) => {
    const code = codeOf(error)
    // An error that a router reported concerns one packet, any other the socket itself.
    if (drainErrors(code) === 0 && !unreachableCodes.has(code)) onBroken(code)
  })

  /** Left unread, the queue would wake the event loop for ever. */
  function drainErrors(code: string): number {
    if (method === "raw") return 0
    let count = 0
    for (let packet = system.takeError(place); packet !== null; packet = system.takeError(place)) {
      count += 1
      const answer = decodeReturned(family, packet, errorWords(code))
      if (answer !== null) onAnswer(answer)
    }
    return count
  }

  const transmit = (packet: Buffer, address: string) =>
    new Promise<string | null>((resolve) => {
      try {
        // An ICMP socket has no ports, but Node asks for one and raw IPv6 for the protocol's number.
        socket.send(packet, 58, address, (error) => resolve(error && codeOf(error)))
      } catch (error) {
        resolve(codeOf(error))
      }
    })

  return {
    method,
    async send(echo, address) {
      const packet = encodeEcho(family, identifier, echo)
      const code = await transmit(packet, address)
      // The kernel may hand the report about an earlier packet to whoever sends next.
      return code !== null && drainErrors(code) > 0 ? transmit(packet, address) : code
    },
    hold() {
      holders += 1
      socket.ref()
    },
    release() {
      holders -= 1
      if (holders === 0) socket.unref()
    },
    close() {
      socket.close()
    },
  }
}

function adopt(system: System, socket: Socket, method: Method, fd: number, family: 4 | 6): number {
  if (method === "datagram") {
    system.reportErrors(fd, family)
    socket.bind({ fd })
    return fd
  }
  system.filter(fd, family)
  const place = system.openUdp(family)
  if (typeof place !== "number") throw new Error(place.refused)
  socket.bind({ fd: place })
  system.replace(place, fd)
  system.close(fd)
  return place
}

const codeOf = (error: unknown): string =>
  error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error)

const errorWords = (code: string) =>
  code === "ENETUNREACH" ? "network unreachable" : "host unreachable"
