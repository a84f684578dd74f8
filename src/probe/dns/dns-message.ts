import type { StrangeAnswer } from "../../findings/codes/names.ts"
import { decode, encode, RECURSION_DESIRED, type Answer, type Packet } from "dns-packet"
import { randomInt } from "node:crypto"
import { isIP } from "node:net"
import { domainToASCII } from "node:url"
import ipaddr from "ipaddr.js"
import type { DnsRecordType } from "../../../prisma/generated/enums.ts"

export type Question = { name: string; type: DnsRecordType }
export type Query = Question & { id: number; hasExtension: boolean; bytes: Buffer }
export type Message = { rcode: string; answers: Answer[]; hasExtension: boolean }

/** How a packet relates to our query. Foreign packets are ignored: they may be forged. */
/** What came instead of an answer. */
export type Strange = { what: StrangeAnswer; bytes: number | null }

export type Reading =
  | { kind: "message"; message: Message }
  | { kind: "truncated" }
  | { kind: "garbled"; why: Strange }
  | { kind: "foreign"; why: Strange }

/** A size that passes every path unfragmented (RFC 9715, DNS flag day 2020). */
const udpPayloadSize = 1232
const codes = ["NOERROR", "FORMERR", "SERVFAIL", "NXDOMAIN", "NOTIMP", "REFUSED"]

/**
 * The name to query: in ASCII; for PTR an address becomes its reverse name (RFC 1035, 3596). Null if it is not a
 * valid DNS name.
 */
export function queryName(host: string, type: DnsRecordType): string | null {
  if (type === "PTR" && isIP(host) !== 0) return reverseName(host)
  const isAscii = /^[\u0021-\u007e]+$/.test(host)
  const name = (isAscii ? host : domainToASCII(host)).replace(/\.$/, "")
  const isLegal = name.length <= 253 && name.split(".").every((one) => /^.{1,63}$/.test(one))
  return isLegal ? name.toLowerCase() : null
}

function reverseName(address: string): string {
  const ip = ipaddr.parse(address.replace(/%.*/, ""))
  const bytes = ip.toByteArray()
  if (ip.kind() === "ipv4") return `${bytes.toReversed().join(".")}.in-addr.arpa`
  const nibbles = bytes.flatMap((byte) => [byte >>> 4, byte & 0x0f])
  const digits = nibbles.toReversed().map((nibble) => nibble.toString(16))
  return `${digits.join(".")}.ip6.arpa`
}

/** A query with a random id; with EDNS0 (RFC 6891) unless the server does not support it. */
export function makeQuery({ name, type }: Question, hasExtension: boolean): Query {
  const id = randomInt(0x1_0000)
  const packet: Packet = {
    type: "query",
    id,
    flags: RECURSION_DESIRED,
    questions: [{ name, type, class: "IN" }],
  }
  if (hasExtension) packet.additionals = [extension]
  return { name, type, id, hasExtension, bytes: encode(packet) }
}

const extension: Answer = {
  type: "OPT",
  name: ".",
  udpPayloadSize,
  extendedRcode: 0,
  ednsVersion: 0,
  flags: 0,
  flag_do: false,
  options: [],
}

const strange = (what: StrangeAnswer): Strange => ({ what, bytes: null })

/** Never throws. */
export function read(bytes: Buffer, query: Query): Reading {
  if (bytes.length < 12) return { kind: "foreign", why: { what: "packet", bytes: bytes.length } }
  if (bytes.readUInt16BE(0) !== query.id) return { kind: "foreign", why: strange("other_id") }
  const flags = bytes.readUInt16BE(2)
  if ((flags & 0x8000) === 0) return { kind: "foreign", why: strange("question") }
  // Checked before decoding, because truncation may cut a record.
  if ((flags & 0x0200) !== 0) return { kind: "truncated" }
  const packet = tryDecode(bytes)
  if (packet === null) return { kind: "garbled", why: strange("malformed") }
  const rcode = codes[flags & 0x0f] ?? `code ${flags & 0x0f}`
  if (!isAbout(packet, query, rcode)) {
    return { kind: "foreign", why: strange("other_question") }
  }
  const hasExtension = (packet.additionals ?? []).some(({ type }) => type === "OPT")
  return { kind: "message", message: { rcode, answers: packet.answers ?? [], hasExtension } }
}

function tryDecode(bytes: Buffer): Packet | null {
  try {
    return decode(bytes)
  } catch {
    // The decoder throws on any damage; the details do not matter.
    return null
  }
}

/** A server that cannot parse a query may omit it from its answer. */
function isAbout({ questions = [] }: Packet, query: Query, rcode: string): boolean {
  const [first, ...more] = questions
  if (first === undefined) return rcode !== "NOERROR" && rcode !== "NXDOMAIN"
  const isSame = plainName(first.name) === plainName(query.name) && first.type === query.type
  return isSame && more.length === 0
}

/** Lower case without the final dot; the root stays a dot. */
export const plainName = (name: string): string =>
  name === "." ? name : name.toLowerCase().replace(/\.$/, "")
