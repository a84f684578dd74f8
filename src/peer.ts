import type { IncomingMessage } from "node:http"
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
