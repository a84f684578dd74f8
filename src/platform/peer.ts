import type { IncomingMessage } from "node:http"
import ipaddr from "ipaddr.js"
import proxyAddr from "proxy-addr"

export type PeerOf = (request: IncomingMessage) => string

/**
 * The client's address. `X-Forwarded-For` counts only as far as trusted proxies wrote it; without trusted proxies
 * it is the address of the connection.
 */
export function createPeerOf(trustedProxies: string[]): PeerOf {
  const isTrusted = proxyAddr.compile(trustedProxies)
  return (request) => {
    if (request.socket.remoteAddress === undefined) return ""
    return proxyAddr(request, isTrusted).replace(/^::ffff:/, "")
  }
}

/** A client with one IPv6 address usually controls its whole /64, so a /64 counts as one network. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.parse(address)
  return parsed instanceof ipaddr.IPv6
    ? new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()
    : address
}
