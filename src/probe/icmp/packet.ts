import type { IcmpFault } from "../../findings/codes/kinds.ts"

/** Secret bytes that only a reply to this ping can repeat. */
export const tokenBytes = 16
const headerBytes = 8

export type Echo = { sequence: number; token: Buffer }

/** What a packet says about one of our echoes; `token` is null if a router quoted too little of it. */
export type Answer =
  | (Asked & { kind: "reply"; token: Buffer })
  | (Asked & { kind: "unreachable"; token: Buffer | null; why: IcmpFault })
type Asked = { identifier: number; sequence: number }

const types = {
  4: { request: 8, reply: 0, unreachable: [3, 11] },
  6: { request: 128, reply: 129, unreachable: [1, 3] },
} as const

/** An echo request (RFC 792, RFC 4443). The kernel sets the identifier of datagram sockets. */
export function encodeEcho(family: 4 | 6, identifier: number, echo: Echo): Buffer {
  const packet = Buffer.alloc(headerBytes + tokenBytes)
  packet[0] = types[family].request
  packet.writeUInt16BE(identifier, 4)
  packet.writeUInt16BE(echo.sequence, 6)
  echo.token.copy(packet, headerBytes)
  // The kernel computes the checksum of ICMPv6, which covers addresses.
  if (family === 4) packet.writeUInt16BE(checksum(packet), 2)
  return packet
}

/** Parses a received packet, with or without an IPv4 header; null if it is not about echoes. */
export function decode(family: 4 | 6, received: Buffer): Answer | null {
  const packet = family === 4 ? withoutHeader4(received) : received
  if (packet.length < headerBytes) return null
  const { reply, unreachable } = types[family]
  const type = packet.readUInt8(0)
  if (type === reply) {
    const token = tokenOf(packet)
    return token && { kind: "reply", ...asked(packet), token }
  }
  if (!unreachable.some((one) => one === type)) return null
  const quoted = withoutHeader(family, packet.subarray(headerBytes))
  if (quoted === null || !isRequest(family, quoted)) return null
  const why = explain(family, type, packet.readUInt8(1))
  return { kind: "unreachable", ...asked(quoted), token: tokenOf(quoted), why }
}

/** An echo request returned by Linux's error queue. */
export function decodeReturned(family: 4 | 6, packet: Buffer, why: IcmpFault): Answer | null {
  if (!isRequest(family, packet)) return null
  return { kind: "unreachable", ...asked(packet), token: tokenOf(packet), why }
}

const isRequest = (family: 4 | 6, packet: Buffer): boolean =>
  packet.length >= headerBytes && packet[0] === types[family].request

const asked = (packet: Buffer): Asked => ({
  identifier: packet.readUInt16BE(4),
  sequence: packet.readUInt16BE(6),
})

const tokenOf = (packet: Buffer): Buffer | null =>
  packet.length < headerBytes + tokenBytes
    ? null
    : packet.subarray(headerBytes, headerBytes + tokenBytes)

function withoutHeader(family: 4 | 6, packet: Buffer): Buffer | null {
  if (family === 4) return packet.length < 20 ? null : withoutHeader4(packet)
  const isIcmp = packet.length >= 40 && packet[6] === 58
  return isIcmp ? packet.subarray(40) : null
}

/** No ICMP type in use starts with the nibble 4, so an IPv4 header is recognizable. */
function withoutHeader4(packet: Buffer): Buffer {
  const first = packet[0] ?? 0
  return first >>> 4 === 4 ? packet.subarray((first & 0x0f) * 4) : packet
}

const known: Readonly<Record<4 | 6, Readonly<Record<number, IcmpFault["fault"]>>>> = {
  4: { 0: "network", 1: "host", 13: "filtered" },
  6: { 0: "no_route", 1: "filtered", 3: "address" },
}

function explain(family: 4 | 6, type: number, icmpCode: number): IcmpFault {
  const isExceeded = type === (family === 4 ? 11 : 3)
  const fault = isExceeded ? "time_exceeded" : (known[family][icmpCode] ?? "other")
  return { fault, icmpCode, words: null }
}

/** RFC 1071. */
function checksum(packet: Buffer): number {
  let sum = 0
  for (let at = 0; at < packet.length; at += 2) sum += packet.readUInt16BE(at)
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16)
  return ~sum & 0xffff
}
