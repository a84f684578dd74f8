import type { IncomingMessage } from "node:http"
import ipaddr from "ipaddr.js"
import proxyAddr from "proxy-addr"

export type PeerOf = (request: IncomingMessage) => string

/**
 * The address that a request comes from. `X-Forwarded-For` is believed only as far as trusted proxies wrote
 * it; with none trusted it is the address at the other end of the connection.
 */
export function createPeerOf(trustedProxies: string[]): PeerOf {
  const isTrusted = proxyAddr.compile(trustedProxies)
  return (request) => {
    if (request.socket.remoteAddress === undefined) return ""
    return proxyAddr(request, isTrusted).replace(/^::ffff:/, "")
  }
}

/** Whoever has one address of IPv6 has all of its /64, so that these are counted as one. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.parse(address)
  return parsed instanceof ipaddr.IPv6
    ? new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()
    : address
}
