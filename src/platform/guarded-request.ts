import type { Finding } from "../findings/finding.ts"
import { FindingError } from "../findings/finding-error.ts"
import type { LookupAddress } from "node:dns"
import {
  request as requestHttp,
  type ClientRequest,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from "node:http"
import { request as requestHttps } from "node:https"
import { isIP } from "node:net"
import { connect as connectTls } from "node:tls"
import { callbackify } from "node:util"
import type { Guard } from "./guard.ts"
import { openTunnelToAny } from "./proxy/open-tunnel.ts"
import { portOf, proxyFor, type Proxy, type ProxySettings } from "./proxy/proxy-settings.ts"

/** Tries both address families (RFC 8305). These net.connect options are missing from the types of https. */
const eyeballs = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 2500 }

/** The host is at another address than the guard allowed. */
class Elsewhere extends FindingError {
  constructor(why: Finding) {
    super({ code: "connected_elsewhere", parameters: { why: [why] } })
  }
}

type Options = {
  method: "GET" | "POST"
  headers: OutgoingHttpHeaders
  /** Addresses that the guard has just allowed; the request connects to no others. */
  addresses: LookupAddress[]
  guard: Guard
  settings: ProxySettings
  /** Ends a connection that a proxy is still opening; destroying the request ends any other. */
  signal: AbortSignal
  /** Certificate authorities in PEM that replace Node's. */
  ca?: string[] | undefined
  /** Overrides the URL's port. */
  port?: number | undefined
}

/**
 * Sends a request over a new connection to checked addresses, through the proxy of the settings if there is one.
 * Null if it would go without TLS to an address that the operator did not open.
 */
export function guardedRequest(url: URL, options: Options): ClientRequest | null {
  const { method, headers, addresses, guard, settings, signal, ca, port = portOf(url) } = options
  const isPlain = url.protocol === "http:"
  if (isPlain && addresses.some(({ address }) => !guard.isOpened(address))) return null
  const { protocol, host, hostname, pathname, search } = url
  const common = {
    method,
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    port,
    path: pathname + search,
    headers: { ...headers, host },
    ca,
  }
  const allowed = addresses.map(({ address }) => address)
  const proxy = proxyFor(settings, { protocol, hostname, port: String(port), addresses: allowed })
  const send = isPlain ? requestHttp : requestHttps
  if (proxy !== null) return throughProxy(proxy, allowed, { send, isPlain, ca, common, signal })
  const request = send({
    ...common,
    agent: false,
    lookup: (_host, _options, answer) => answer(null, addresses),
    ...eyeballs,
  })
  request.on("socket", (socket) =>
    socket.once("connect", () => {
      const refusal = guard.refuse(socket.remoteAddress ?? "")
      if (refusal === null) return
      request.destroy(new Elsewhere(refusal))
    }),
  )
  return request
}

type Sending = {
  send: typeof requestHttp
  isPlain: boolean
  ca: string[] | undefined
  common: RequestOptions & { host: string; port: number }
  signal: AbortSignal
}

/** The proxy is given an address, so that it resolves nothing. TLS is with the host, inside the tunnel. */
function throughProxy(
  proxy: Proxy,
  addresses: string[],
  { send, isPlain, ca, common, signal }: Sending,
): ClientRequest {
  const { host, port } = common
  const open = async () => {
    const socket = await openTunnelToAny(proxy, { addresses, port }, signal)
    const servername = isIP(host) === 0 ? { servername: host } : {}
    return isPlain ? socket : connectTls({ socket, host, ...servername, ...(ca && { ca }) })
  }
  return send({
    ...common,
    createConnection(_options, done) {
      callbackify(open)(done)
      return undefined
    },
  })
}

export const unsealed: Finding = { code: "nothing_sent_without_tls", parameters: {} }
