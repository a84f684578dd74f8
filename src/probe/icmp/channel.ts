import type { IcmpFault } from "../../findings/codes/kinds.ts"
import { createSocket, type Socket } from "node:dgram"
import { randomInt } from "node:crypto"
import { decode, decodeReturned, encodeEcho, type Answer, type Echo } from "./packet.ts"
import { loadSystem, type System } from "./system.ts"

export type Method = "datagram" | "raw"

/** One ICMP socket per family, shared by all pings in flight. */
export type Channel = {
  method: Method
  /** Resolves to the error code if the system refuses to send. */
  send(echo: Echo, address: string): Promise<string | null>
  /** Keeps the process alive while a ping waits. */
  hold(): void
  release(): void
  close(): void
}

export type ChannelOptions = {
  family: 4 | 6
  methods: readonly Method[]
  onAnswer: (answer: Answer) => void
  /** The socket is broken; receives the error code. */
  onBroken: (code: string) => void
}

const unreachableCodes = new Set(["ENETUNREACH", "EHOSTUNREACH", "ECONNREFUSED", "EPROTO"])

/** Opens a socket by the first method that the system allows; otherwise returns the error names. */
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
 * Uses node:dgram, which costs no thread and no polling: libuv treats an ICMP datagram socket as UDP. A raw socket
 * must replace the fd of an existing UDP socket, which libuv starts to watch in the next tick.
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
    // A raw socket receives all echo replies; for a datagram socket the kernel filters them.
    if (answer !== null && (method === "datagram" || answer.identifier === identifier)) {
      onAnswer(answer)
    }
  })
  socket.on("error", (error) => {
    const code = codeOf(error)
    // An error reported by a router concerns one packet; any other concerns the socket.
    if (drainErrors(code) === 0 && !unreachableCodes.has(code)) onBroken(code)
  })

  /** An unread error queue would wake the event loop forever. */
  function drainErrors(code: string): number {
    if (method === "raw") return 0
    let count = 0
    for (let packet = system.takeError(place); packet !== null; packet = system.takeError(place)) {
      count += 1
      const answer = decodeReturned(family, packet, errorFault(code))
      if (answer !== null) onAnswer(answer)
    }
    return count
  }

  const transmit = (packet: Buffer, address: string) =>
    new Promise<string | null>((resolve) => {
      try {
        // ICMP sockets have no ports, but Node requires one, and raw IPv6 the protocol number.
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
      // The kernel may report the error of an earlier packet to the next sender.
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

const errorFault = (code: string): IcmpFault => ({
  fault: code === "ENETUNREACH" ? "network" : "host",
  icmpCode: null,
  words: null,
})
